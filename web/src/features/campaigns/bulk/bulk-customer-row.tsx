import {
  type BulkCampaign,
  type BulkCustomer,
  type BulkReadiness,
  bulkLimits,
} from "@litfass/contract/campaigns/bulk-campaigns";
import { X } from "lucide-react";
import { useState } from "react";
import { formatAmount, formatMoney } from "../../../i18n/format.ts";
import { amountOf } from "../../../i18n/parse-amount.ts";
import { placeName, placeNames } from "../../../i18n/place-name.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { IconButton } from "../../../ui/button.tsx";
import { AmountInput } from "../../../ui/inputs/amount-input.tsx";
import { type Option, Select } from "../../../ui/inputs/select.tsx";
import { TextInput } from "../../../ui/inputs/text-input.tsx";
import { PlaceField } from "../targeting/place-field.tsx";
import { LinkField } from "../wizard/link-field.tsx";
import styles from "./bulk.module.css";
import { BulkCustomerState } from "./bulk-customer-state.tsx";
import type { CustomerPatch } from "./use-bulk-customers.ts";

type BulkCustomerRowProps = {
  row: BulkCustomer;
  shared: Pick<BulkCampaign, "targeting" | "destination_url">;
  /** The chosen templates; with only one there is nothing to choose. */
  designs: readonly Option[];
  points: BulkReadiness["customers"][number] | null;
  /** By the row's id and field: "17.budget". */
  errors: Record<string, string>;
  edit: (patch: CustomerPatch) => void;
  onRemove: () => void;
};

/** One customer or branch with its settings and what is missing. A launched one is read-only. */
export function BulkCustomerRow({ row, onRemove, ...rest }: BulkCustomerRowProps) {
  const { t } = useTranslation("bulk");
  const name = [row.customer_name || row.customer, row.branch].filter(Boolean).join(", ");
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <h3 className={styles.name}>{row.customer_name || row.customer}</h3>
        <BulkCustomerState row={row} points={rest.points} />
        {row.campaign === null && <IconButton icon={X} label={t("action.remove", { name })} onClick={onRemove} />}
      </div>
      {row.campaign === null ? (
        <Fields row={row} {...rest} />
      ) : (
        <p className={styles.facts}>
          {[
            row.budget === null ? null : formatMoney(row.budget, row.currency),
            row.location ? placeName(row.location) : t("sameAsAll.place"),
            row.destination_url ?? t("sameAsAll.link"),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      )}
    </li>
  );
}

function Fields({ row, shared, designs, errors, edit }: Omit<BulkCustomerRowProps, "onRemove" | "points">) {
  const { t } = useTranslation("bulk");
  const [amount, setAmount] = useState(row.budget === null ? "" : formatAmount(row.budget));
  const [branch, setBranch] = useState(row.branch);
  const typed = amountOf(amount);
  const places = shared.targeting.locations;
  return (
    <div className={styles.fields}>
      <TextInput
        label={t("field.branch")}
        error={errors[`${row.id}.branch`]}
        maxLength={bulkLimits.branch}
        value={branch}
        onChange={(event) => {
          setBranch(event.target.value);
          edit({ branch: event.target.value.trim() });
        }}
      />
      <AmountInput
        label={t("field.budget")}
        currency={row.currency}
        error={errors[`${row.id}.budget`]}
        value={amount}
        onChange={(text) => {
          setAmount(text);
          const next = amountOf(text);
          if (next !== null || text.trim() === "") edit({ budget: next });
        }}
        onBlur={() => typed !== null && setAmount(formatAmount(typed))}
      />
      <PlaceField
        label={t("field.place")}
        error={errors[`${row.id}.location`]}
        placeholder={places.length === 0 ? t("placeholder.place") : placeNames(places)}
        value={row.location}
        onChange={(location) => edit({ location })}
      />
      <LinkField
        label={t("field.link")}
        error={errors[`${row.id}.destination_url`]}
        placeholder={shared.destination_url ?? undefined}
        value={row.destination_url}
        onChange={(destination_url) => edit({ destination_url })}
      />
      {designs.length > 1 && (
        <Select
          label={t("field.design")}
          options={designs}
          value={row.creative_group ?? designs[0]?.value ?? null}
          onChange={(creative_group) => edit({ creative_group })}
        />
      )}
    </div>
  );
}
