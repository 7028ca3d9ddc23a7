import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { classNames } from "../class-names.ts";
import { ErrorState } from "../feedback/error-state.tsx";
import { SkeletonRows } from "../feedback/skeleton.tsx";
import text from "../layout/text.module.css";
import styles from "./data-table.module.css";
import { Pagination } from "./pagination.tsx";
import type { Column } from "./table-column.ts";
import { HeaderCell, NarrowSort } from "./table-header.tsx";
import { TableScroll } from "./table-scroll.tsx";
import type { TableState } from "./use-table-state.ts";

export type { Column };

export type DataTableProps<Row> = {
  /** A description for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Sort order and page from `useTableState`; the rows are that page. Without it all rows are shown as given. */
  state?: TableState;
  /** The total number of rows. */
  total?: number;
  pageSizes?: readonly number[];
  error?: unknown;
  errorTitle?: string;
  onRetry?: () => void;
  empty: ReactNode;
  /** Aligns cells at the top, for rows with several lines. */
  top?: boolean;
};

/**
 * A table with sorting, pages, and loading, empty and error states. At 390 px each row becomes a block. The server
 * sorts and paginates.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, state, total, pageSizes, error, errorTitle, onRetry, empty, top } = props;
  const { t } = useTranslation("ui");

  if (error && !rows) return <ErrorState title={errorTitle ?? t("error.title")} error={error} onRetry={onRetry} />;
  if (!rows) {
    return (
      <div role="status">
        <span className={text.hidden}>{t("loading")}</span>
        <SkeletonRows />
      </div>
    );
  }
  if (rows.length === 0) return empty;
  return (
    <>
      {state && <NarrowSort columns={columns} state={state} />}
      <TableScroll label={caption}>
        <table className={classNames(styles.table, top && styles.top)}>
          <caption className={text.hidden}>{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <HeaderCell key={column.id} column={column} state={state} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={rowKey(row)}>
                {columns.map((column) => (
                  <td
                    key={column.id}
                    data-label={column.header}
                    className={classNames(column.align === "right" && styles.right, styles[column.narrow ?? "line"])}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      {state && <Pagination of={caption} state={state} total={total ?? rows.length} sizes={pageSizes} />}
    </>
  );
}
