import { type SellerVerdict, sellerVerdicts } from "@litfass/contract/supply/sellers";
import { useState } from "react";
import type { CallResult } from "../../../api/api.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatDateTime } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { StackedBar } from "../../../ui/charts/stacked-bar.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Checkbox } from "../../../ui/inputs/checkbox.tsx";
import { SelectButton } from "../../../ui/inputs/select-button.tsx";
import text from "../../../ui/layout/text.module.css";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import { ListTable } from "../../../ui/tables/list-table.tsx";
import { useTableState } from "../../../ui/tables/use-table-state.ts";
import dashboard from "../dashboard.module.css";
import styles from "./sellers-dialog.module.css";
import { VerdictState } from "./verdict-state.tsx";

type Seller = CallResult<"listSellers">["data"][number];
type Policy = CallResult<"showSellerPolicy">;
const rules = ["refuses_unauthorised", "refuses_broken_chains", "refuses_incomplete_chains"] as const;

/**
 * For staff: who sells the ads of which site, whether publishers authorize them, and who is blocked. `site` narrows
 * it to one.
 */
export function SellersDialog({ site, onClose }: { site: string | null; onClose: () => void }) {
  const { t } = useTranslation("reporting");
  const state = useTableState({ perPage: 10, prefix: "v_" });
  // Sorted by site: sorted by last use, rows would move between pages while reading.
  const order = { sort: "site", direction: "asc" } as const;
  const [verdict, setVerdict] = useState<SellerVerdict | "all">("all");
  const query = {
    page: state.page,
    per_page: state.perPage,
    ...order,
    ...(site === null ? {} : { sites: [site] }),
    ...(verdict === "all" ? {} : { verdict }),
  };
  const list = useCall("listSellers", { query }, { keep: true });
  const policy = useCall("showSellerPolicy");
  const save = useChange("saveSellerPolicy", ["showSellerPolicy"]);
  const columns: Column<Seller>[] = [
    { id: "site", header: t("column.site"), narrow: "title", cell: (row) => row.site },
    {
      id: "seller",
      header: t("seller.account"),
      cell: (row) => (
        <span className={styles.file}>
          {row.system}
          <small className={text.caption}>{row.seller_id}</small>
        </span>
      ),
    },
    {
      id: "verdict",
      header: t("seller.verdict"),
      cell: (row) => <VerdictState verdict={row.verdict} detail={t(`seller.reason.${row.reason}`)} />,
    },
    {
      id: "file",
      header: t("seller.file"),
      cell: (row) => (
        <div>
          <FileState name={row.site_kind === "app" ? "app-ads.txt" : "ads.txt"} file={row.publisher_file} />
          <FileState name="sellers.json" file={row.sellers_json} />
        </div>
      ),
    },
  ];

  function change(now: Policy, rule: (typeof rules)[number], on: boolean): void {
    const { refuses_unauthorised, refuses_broken_chains, refuses_incomplete_chains } = now;
    const body = { refuses_unauthorised, refuses_broken_chains, refuses_incomplete_chains, [rule]: on };
    save.mutate({ body });
  }

  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={site === null ? t("seller.title") : t("seller.titleOf", { site })}
      lead={t("seller.lead")}
      actions={<Button onClick={onClose}>{t("share.close")}</Button>}
    >
      {policy.data && (
        <fieldset className={styles.policy} disabled={save.isPending}>
          <legend className={dashboard.subheading}>{t("seller.policy")}</legend>
          {rules.map((rule) => (
            <Checkbox
              key={rule}
              checked={policy.data[rule]}
              onChange={(event) => change(policy.data, rule, event.target.checked)}
            >
              {t(`seller.${rule}`)}
            </Checkbox>
          ))}
        </fieldset>
      )}
      {site === null && list.data && (
        <div className={styles.verdicts}>
          <StackedBar
            parts={sellerVerdicts.map((verdict) => ({
              id: verdict,
              name: t(`seller.is.${verdict}`),
              value: list.data.counts[verdict],
              hatched: verdict === "unknown",
            }))}
          />
        </div>
      )}
      {site === null && (
        <div className={styles.verdictChoice}>
          <SelectButton
            label={t("seller.verdict")}
            options={[
              { value: "all", label: t("seller.all") },
              ...sellerVerdicts.map((value) => ({ value, label: t(`seller.is.${value}`) })),
            ]}
            value={verdict}
            onChange={(value) => {
              setVerdict(value);
              state.set({ page: 1 });
            }}
          />
        </div>
      )}
      <ListTable
        top
        caption={t("seller.title")}
        columns={columns}
        list={list}
        errorTitle={t("seller.failed")}
        rowKey={(row) => `${row.site_kind} ${row.site} ${row.domain} ${row.system} ${row.seller_id}`}
        state={state}
        pageSizes={[10, 25, 50]}
        empty={
          verdict === "all" ? (
            <EmptyState title={t("seller.none")}>{t("seller.noneText")}</EmptyState>
          ) : (
            <EmptyState title={t("seller.nothing")}>{t("seller.nothingText")}</EmptyState>
          )
        }
      />
    </Dialog>
  );
}

/** "ads.txt", and below it "read 21.11.2026, 22:10". */
function FileState({ name, file: { outcome, read_at } }: { name: string; file: Seller["publisher_file"] }) {
  const { t } = useTranslation("reporting");
  const time = read_at === null ? "" : formatDateTime(read_at);
  return (
    <span className={styles.file}>
      {name}
      <small className={text.caption}>
        {t(read_at !== null && outcome === "failed" ? "seller.outcome.stale" : `seller.outcome.${outcome}`, { time })}
      </small>
    </span>
  );
}
