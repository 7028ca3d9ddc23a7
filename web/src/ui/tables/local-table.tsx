import {
  type ColumnDef,
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo } from "react";
import { DataTable, type DataTableProps } from "./data-table.tsx";
import type { Column } from "./table-column.ts";
import type { TableState } from "./use-table-state.ts";

type LocalTableProps<Row> = Omit<DataTableProps<Row>, "total" | "state"> & { state: TableState };

const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
});
const nothing: never[] = [];

/** A list with all rows in memory: sorted by the columns' `value`s and paginated in the browser. */
export function LocalTable<Row extends object>(props: LocalTableProps<Row>) {
  const { columns, rows, rowKey, state } = props;
  const pages = Math.max(1, Math.ceil((rows?.length ?? 0) / state.perPage));
  const definitions = useMemo(() => definitionsOf(columns), [columns]);
  const table = useTable<typeof features, Row>({
    features,
    columns: definitions,
    data: rows ?? nothing,
    getRowId: rowKey,
    enableSortingRemoval: false,
    state: {
      sorting: state.sort ? [{ id: state.sort, desc: state.direction === "desc" }] : nothing,
      pagination: { pageIndex: Math.min(state.page, pages) - 1, pageSize: state.perPage },
    },
  });
  const shown = rows && table.getRowModel().rows.map(({ original }) => original);
  return <DataTable {...props} rows={shown} total={rows?.length ?? 0} />;
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
