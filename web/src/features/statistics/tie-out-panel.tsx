import { useTranslation } from "react-i18next";
import type { CallResult } from "../../data/api.ts";
import { useCall } from "../../data/use-call.ts";
import { formatDateTime, formatMinor, formatNumber } from "../../i18n/format.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Note } from "../../ui/note.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { useTableState } from "../../ui/use-table-state.ts";
import styles from "./dashboard.module.css";

type Run = CallResult<"listTieOuts">[number];

/** For staff: whether panels, events, budgets and ledger agree, night by night. */
export function TieOutPanel() {
  const { t } = useTranslation("statistics");
  const found = useCall("listTieOuts", undefined, { staleMs: 60_000 });
  const state = useTableState({ perPage: 5, prefix: "t_" });
  const newest = found.data?.[0];
  const columns: Column<Run>[] = [
    { id: "run", header: t("tieOut.run"), narrow: "title", cell: (row) => formatDateTime(row.run_at) },
    { id: "agrees", header: t("tieOut.result"), cell: (row) => t(row.agrees ? "tieOut.agrees" : "tieOut.differs") },
    { id: "campaigns", header: t("tieOut.campaigns"), align: "right", cell: (row) => formatNumber(row.campaigns) },
    ...(["events", "panels", "budgets", "ledger"] as const).map(
      (source): Column<Run> => ({
        id: source,
        header: t(`tieOut.${source}`),
        align: "right",
        cell: (row) => formatMinor(row[source]),
      }),
    ),
  ];
  return (
    <Sheet flush title={t("tieOut.title")}>
      {newest && !newest.agrees && (
        <Note tone="error" className={styles.inside}>
          {newest.differences
            .map(({ campaign_id, source, events, found: told }) =>
              t("tieOut.difference", {
                campaign: campaign_id,
                source: t(`tieOut.${source}`),
                events: formatMinor(events),
                found: formatMinor(told),
              }),
            )
            .join(" ")}
        </Note>
      )}
      <DataTable
        caption={t("tieOut.title")}
        columns={columns}
        rows={found.data}
        rowKey={(row) => row.run_at}
        state={state}
        pageSizes={[5, 15, 30]}
        error={found.error}
        onRetry={() => void found.refetch()}
        empty={<EmptyState title={t("tieOut.none")} />}
      />
    </Sheet>
  );
}
