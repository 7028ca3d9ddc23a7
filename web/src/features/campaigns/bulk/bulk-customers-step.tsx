import { type BulkCampaign, type BulkReadiness, bulkLimits } from "@litfass/contract/campaigns/bulk-campaigns";
import { ListPlus } from "lucide-react";
import { useState } from "react";
import { useCall } from "../../../api/use-call.ts";
import { formatMoney, formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Combobox } from "../../../ui/inputs/combobox.tsx";
import { useDebouncedValue } from "../../../ui/use-debounced-value.ts";
import { totalsOf } from "../totals-of.ts";
import wizard from "../wizard/wizard.module.css";
import styles from "./bulk.module.css";
import { BulkCustomerRow } from "./bulk-customer-row.tsx";
import { ImportCustomersDialog } from "./import-customers-dialog.tsx";
import type { BulkCustomers } from "./use-bulk-customers.ts";

type BulkCustomersStepProps = { bulk: BulkCampaign; customers: BulkCustomers; readiness: BulkReadiness | null };

/** The customers and branches that get a campaign, each with budget, place and link. */
export function BulkCustomersStep({ bulk, customers, readiness }: BulkCustomersStepProps) {
  const { t } = useTranslation("bulk");
  const [text, setText] = useState("");
  const [importing, setImporting] = useState(false);
  const search = useDebouncedValue(text.trim(), 250);
  const found = useCall(
    "listAssignableCustomers",
    { query: { search: search || undefined, per_page: 20 } },
    { keep: true },
  );
  const creatives = useCall("showBulkCreatives", { params: { bulkCampaign: bulk.id } });
  const { rows } = customers;
  const designs = (creatives.data?.groups ?? []).flatMap(({ group }) =>
    group ? [{ value: group.uuid, label: group.name }] : [],
  );
  const options = (found.data?.data ?? []).map(({ uid, full_name, company_name, email }) => ({
    value: uid,
    label: [company_name || full_name, email].filter(Boolean).join(", "),
  }));

  /** The same customer added again is a branch and gets a name. */
  function add(customer: string) {
    const own = rows.filter((row) => row.customer === customer).length;
    const branch = own === 0 ? "" : t("branchNumber", { number: own + 1 });
    setText("");
    void customers.add([{ customer, branch }]);
  }

  return (
    <>
      <div className={wizard.section}>
        <div className={styles.adding}>
          <Combobox
            key={rows.length}
            label={t("field.add")}
            help={t("help.add")}
            options={options}
            loading={found.isFetching}
            placeholder={t("placeholder.add")}
            value={null}
            disabled={rows.length >= bulkLimits.customers}
            onSearch={setText}
            onChange={(option) => option && add(option.value)}
          />
          <Button icon={ListPlus} onClick={() => setImporting(true)}>
            {t("import.open")}
          </Button>
        </div>
      </div>
      {rows.length === 0 ? (
        <EmptyState title={t("customers.none")}>{t("customers.noneText")}</EmptyState>
      ) : (
        <ul className={styles.rows} aria-label={t("customers.label")}>
          {rows.map((row) => (
            <BulkCustomerRow
              key={row.id}
              row={row}
              shared={bulk}
              designs={designs}
              points={readiness?.customers.find(({ id }) => id === row.id) ?? null}
              errors={customers.errors}
              edit={(patch) => customers.edit(row.id, patch)}
              onRemove={() => void customers.remove(row.id)}
            />
          ))}
        </ul>
      )}
      {rows.length > 0 && (
        <p className={styles.total}>
          <span>{t("customers.count", { count: rows.length, number: formatNumber(rows.length) })}</span>
          <strong>
            {totalsOf(rows)
              .map(({ currency, amount }) => formatMoney(amount, currency))
              .join(" + ")}
          </strong>
        </p>
      )}
      {importing && (
        <ImportCustomersDialog
          known={rows}
          onClose={() => setImporting(false)}
          onImport={(added) => customers.add(added)}
        />
      )}
    </>
  );
}
