import {
  type ColumnDef,
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "./class-names.ts";
import styles from "./data-table.module.css";
import { ErrorState } from "./error-state.tsx";
import { Pagination } from "./pagination.tsx";
import { SkeletonRows } from "./skeleton.tsx";
import type { Column } from "./table-column.ts";
import { HeaderCell, NarrowSort } from "./table-header.tsx";
import text from "./text.module.css";
import type { TableState } from "./use-table-state.ts";

export type { Column };

type DataTableProps<Row> = {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined while they load. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Order and page, from `useTableState`. Without it: all rows as given. */
  state?: TableState;
  /** Number of rows on the server: the rows are then one page, already in order. */
  total?: number;
  pageSizes?: readonly number[];
  error?: unknown;
  errorTitle?: string;
  onRetry?: () => void;
  empty: ReactNode;
  /** Cells at the top: for rows of several lines. */
  top?: boolean;
};

const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
});
const nothing: never[] = [];

/** A list: sorting, pages, loading, empty and failed. At 390 px each row becomes a block. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, state, total, pageSizes, error, errorTitle, onRetry, empty, top } = props;
  const { t } = useTranslation("ui");
  const onServer = total !== undefined;
  const definitions = useMemo(() => definitionsOf(columns), [columns]);
  const table = useTable<typeof features, Row>({
    features,
    columns: definitions,
    data: rows ?? nothing,
    getRowId: rowKey,
    manualSorting: onServer || !state,
    manualPagination: onServer || !state,
    rowCount: total,
    enableSortingRemoval: false,
    state: {
      sorting: state?.sort ? [{ id: state.sort, desc: state.direction === "desc" }] : nothing,
      pagination: { pageIndex: (state?.page ?? 1) - 1, pageSize: state?.perPage ?? 15 },
    },
  });

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
  const shown = table.getRowModel().rows;
  return (
    <>
      {state && <NarrowSort columns={columns} state={state} />}
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
          {shown.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <td
                  key={column.id}
                  data-label={column.header}
                  className={classNames(column.align === "right" && styles.right, styles[column.narrow ?? "line"])}
                >
                  {column.cell(row.original)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {state && <Pagination of={caption} state={state} total={total ?? rows.length} sizes={pageSizes} />}
    </>
  );
}

function definitionsOf<Row extends object>(columns: readonly Column<Row>[]): ColumnDef<typeof features, Row>[] {
  return columns.map((column) => ({
    id: column.id,
    accessorFn: (row: Row) => column.value?.(row) ?? null,
    sortFn: (a, b, id) => compare(a.getValue(id), b.getValue(id)),
    sortUndefined: false,
  }));
}

function compare(a: unknown, b: unknown): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), undefined, { numeric: true, sensitivity: "base" });
}
