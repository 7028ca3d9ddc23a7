import type { BankFile } from "@litfass/contract/bank/bank-files";
import { inGroupsOfFour } from "@litfass/contract/kernel/iban";
import { useMemo } from "react";
import { Link } from "react-router";
import { useCall } from "../../api/use-call.ts";
import { formatDateTime, formatNumber } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Card } from "../../ui/layout/card.tsx";
import type { Column } from "../../ui/tables/data-table.tsx";
import { ListFilters } from "../../ui/tables/list-filters.tsx";
import { ListTable } from "../../ui/tables/list-table.tsx";
import { useTableState } from "../../ui/tables/use-table-state.ts";
import styles from "./bank.module.css";
import { useCounts } from "./use-counts.ts";

/** The imported files, the newest first. */
export function FilesTab() {
  const { t } = useTranslation("bank");
  const state = useTableState({ perPage: 30, prefix: "file_" });
  const query = { page: state.page, per_page: state.perPage, search: state.search || undefined };
  const list = useCall("listBankFiles", { query }, { keep: true });
  return (
    <div>
      <ListFilters state={state} label={t("column.file")} />
      <Card flush>
        <ListTable
          caption={t("tab.files")}
          columns={useFileColumns()}
          list={list}
          rowKey={(row) => String(row.id)}
          state={state}
          pageSizes={[15, 30, 50, 100]}
          errorTitle={t("failed")}
          empty={<EmptyState title={t("files.none")}>{t("files.noneText")}</EmptyState>}
        />
      </Card>
    </div>
  );
}

function useFileColumns(): Column<BankFile>[] {
  const { t } = useTranslation("bank");
  const counts = useCounts();
  return useMemo(
    () => [
      {
        id: "file",
        header: t("column.file"),
        narrow: "title",
        cell: (row) => (
          <span>
            <Link to={`/admin/bank?file=${row.id}`} className={styles.file}>
              {row.name}
            </Link>
            <span className={styles.under}>{`${row.message}.001.${row.version}`}</span>
          </span>
        ),
      },
      { id: "account", header: t("column.account"), cell: ({ account }) => <Account of={account} /> },
      {
        id: "imported",
        header: t("column.imported"),
        cell: ({ imported_at, imported_by }) => (
          <span>
            {formatDateTime(imported_at)}
            {imported_by && <span className={styles.under}>{imported_by}</span>}
          </span>
        ),
      },
      {
        id: "entries",
        header: t("column.entries"),
        align: "right",
        cell: ({ entries }) => formatNumber(entries),
      },
      {
        id: "repeated",
        header: t("column.repeated"),
        align: "right",
        cell: ({ repeated }) => (repeated === 0 ? "–" : formatNumber(repeated)),
      },
      { id: "states", header: t("column.state"), cell: (row) => counts(row) },
    ],
    [t, counts],
  );
}

/** An account number in groups of four. */
export const Account = ({ of }: { of: string | null }) => <span>{of ? inGroupsOfFour(of) : "–"}</span>;
