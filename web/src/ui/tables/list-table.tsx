import { useEffect } from "react";
import { DataTable, type DataTableProps } from "./data-table.tsx";
import type { TableState } from "./use-table-state.ts";

/** The response of a list endpoint: one page and the total count. */
type ListAnswer<Row> = {
  data: { data: readonly Row[]; meta: { total: number } } | undefined;
  error: unknown;
  refetch: () => Promise<unknown>;
};

type ListTableProps<Row> = Omit<DataTableProps<Row>, "rows" | "total" | "error" | "onRetry" | "state"> & {
  list: ListAnswer<Row>;
  /** The sort order and page of the call. */
  state: TableState;
};

/**
 * A paginated list from `useCall`. A page beyond the last, from an old address or after deletions, redirects to the
 * last one.
 */
export function ListTable<Row extends object>({ list, ...props }: ListTableProps<Row>) {
  const { page, perPage, set } = props.state;
  const { data: rows, meta } = list.data ?? {};
  const total = meta?.total ?? 0;
  const last = Math.max(1, Math.ceil(total / perPage));
  const isBeyond = rows?.length === 0 && total > 0;
  useEffect(() => {
    if (isBeyond && page > last) set({ page: last });
  }, [isBeyond, page, last, set]);
  return (
    <DataTable
      {...props}
      rows={isBeyond ? undefined : rows}
      total={total}
      error={list.error}
      onRetry={() => void list.refetch()}
    />
  );
}
