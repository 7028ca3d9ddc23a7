import { DataTable, type DataTableProps } from "./data-table.tsx";
import type { TableState } from "./use-table-state.ts";

/** What a call for a list answers: one page, and how many there are in all. */
type ListAnswer<Row> = {
  data: { data: readonly Row[]; meta: { total: number } } | undefined;
  error: unknown;
  refetch: () => Promise<unknown>;
};

type ListTableProps<Row> = Omit<DataTableProps<Row>, "rows" | "total" | "error" | "onRetry" | "state"> & {
  list: ListAnswer<Row>;
  /** Order and page that the call was made with. */
  state: TableState;
};

/** A list of the server, page by page, as `useCall` reads it. */
export function ListTable<Row extends object>({ list, ...props }: ListTableProps<Row>) {
  return (
    <DataTable
      {...props}
      rows={list.data?.data}
      total={list.data?.meta.total}
      error={list.error}
      onRetry={() => void list.refetch()}
    />
  );
}
