import type { CallResult } from "../../../api/api.ts";
import { useCall } from "../../../api/use-call.ts";
import { formatAmount, formatDateTime, formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import { LocalTable } from "../../../ui/tables/local-table.tsx";
import { useTableState } from "../../../ui/tables/use-table-state.ts";
import styles from "../dashboard.module.css";
import { PanelExport } from "../panel-export.tsx";

const sources = ["events", "panels", "budgets", "ledger"] as const;
type Run = CallResult<"listReconciliations">[number];

/** For staff: the nightly reconciliation of panels, events, budgets and ledger. */
export function ReconciliationPanel() {
  const { t } = useTranslation("reporting");
  const found = useCall("listReconciliations", undefined, { staleMs: 60_000 });
  const state = useTableState({ perPage: 5, prefix: "t_" });
  const newest = found.data?.[0];
  const columns: Column<Run>[] = [
    { id: "run", header: t("reconciliation.run"), narrow: "title", cell: (row) => formatDateTime(row.run_at) },
    {
      id: "agrees",
      header: t("reconciliation.result"),
      cell: (row) => t(row.agrees ? "reconciliation.agrees" : "reconciliation.differs"),
    },
    {
      id: "campaigns",
      header: t("reconciliation.campaigns"),
      align: "right",
      cell: (row) => formatNumber(row.campaigns),
    },
    ...sources.map(
      (source): Column<Run> => ({
        id: source,
        header: t(`reconciliation.${source}`),
        align: "right",
        cell: (row) => formatAmount(row[source]),
      }),
    ),
  ];
  return (
    <Card
      flush
      title={<span id="tie-out">{t("reconciliation.title")}</span>}
      aside={
        <PanelExport
          of={t("reconciliation.title")}
          file="reconciliations"
          rows={[
            [
              t("reconciliation.run"),
              t("reconciliation.result"),
              t("reconciliation.campaigns"),
              ...sources.map((each) => t(`reconciliation.${each}`)),
            ],
            ...(found.data ?? []).map((run) => [
              run.run_at,
              t(run.agrees ? "reconciliation.agrees" : "reconciliation.differs"),
              run.campaigns,
              ...sources.map((each) => run[each]),
            ]),
          ]}
        />
      }
    >
      {newest && !newest.agrees && (
        <Note tone="error" className={styles.inside}>
          {newest.differences
            .map(({ campaign_id, source, events, found: reported }) =>
              t("reconciliation.difference", {
                campaign: campaign_id,
                source: t(`reconciliation.${source}`),
                events: formatAmount(events),
                found: formatAmount(reported),
              }),
            )
            .join(" ")}
        </Note>
      )}
      <LocalTable
        caption={t("reconciliation.title")}
        columns={columns}
        rows={found.data}
        rowKey={(row) => row.run_at}
        state={state}
        pageSizes={[5, 15, 30]}
        error={found.error}
        errorTitle={t("failed")}
        onRetry={() => void found.refetch()}
        empty={<EmptyState title={t("reconciliation.none")} />}
      />
    </Card>
  );
}
