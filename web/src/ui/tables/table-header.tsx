import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { classNames } from "../class-names.ts";
import { SelectButton } from "../inputs/select-button.tsx";
import { Icon } from "../layout/icon.tsx";
import text from "../layout/text.module.css";
import styles from "./data-table.module.css";
import type { Column, Order } from "./table-column.ts";
import own from "./table-header.module.css";
import type { TableState } from "./use-table-state.ts";

type HeaderCellProps<Row> = { column: Column<Row>; state: TableState | undefined };

/** Whether the column can be sorted. */
const isSortable = <Row,>(column: Column<Row>, state: TableState | undefined) =>
  state !== undefined && (column.sortable ?? column.value !== undefined);

/** The orders of a column: by its own value, then the further ones. */
const ordersOf = <Row,>(column: Column<Row>, state: TableState | undefined): readonly Order[] =>
  isSortable(column, state) ? [column, ...(column.orders ?? [])] : [];

/** A column header; the sorted one is highlighted with an arrow. */
export function HeaderCell<Row>({ column, state }: HeaderCellProps<Row>) {
  const orders = ordersOf(column, state);
  const sorted = state && orders.some(({ id }) => id === state.sort) ? state.direction : null;
  const label = column.headerHidden ? <span className={text.hidden}>{column.header}</span> : column.header;
  return (
    <th
      scope="col"
      style={{ width: column.width }}
      className={classNames(column.align === "right" && styles.right, column.narrow === "wide" && styles.wide)}
      aria-sort={sorted === "asc" ? "ascending" : sorted === "desc" ? "descending" : undefined}
    >
      {state && orders.length > 0 ? (
        <span className={styles.orders}>
          {orders.map((order) => (
            <SortButton key={order.id} order={order} state={state}>
              {order.id === column.id ? label : order.header}
            </SortButton>
          ))}
        </span>
      ) : (
        label
      )}
    </th>
  );
}

type SortButtonProps = { order: Order; state: TableState; children: ReactNode };

/** Sorts by this order; the next click reverses it. */
function SortButton({ order, state, children }: SortButtonProps) {
  const sorted = state.sort === order.id ? state.direction : null;
  const next = sorted === null ? (order.descending ? "desc" : "asc") : sorted === "asc" ? "desc" : "asc";
  return (
    <button
      type="button"
      className={classNames(styles.sort, sorted && styles.sorted, order.belowWide && own.belowWide)}
      onClick={() => state.set({ sort: order.id, direction: next })}
    >
      {children}
      {sorted && <Icon of={sorted === "asc" ? ArrowUp : ArrowDown} size={12} />}
    </button>
  );
}

/** On a phone there is no header row: the sort order is a select above the blocks. */
export function NarrowSort<Row>({ columns, state }: { columns: readonly Column<Row>[]; state: TableState }) {
  const { t } = useTranslation("ui");
  const orders = columns.flatMap((column) => ordersOf(column, state)).filter((order) => !order.belowWide);
  if (orders.length === 0) return null;
  const options = orders.flatMap(({ id, header }) => [
    { value: `${id} asc`, label: t("table.ascending", { column: header }) },
    { value: `${id} desc`, label: t("table.descending", { column: header }) },
  ]);
  return (
    <div className={styles.narrowSort}>
      <SelectButton
        small
        label={t("table.sort")}
        placeholder={t("table.sort")}
        options={options}
        value={state.sort ? `${state.sort} ${state.direction}` : null}
        onChange={(value) => {
          const [sort = null, direction] = value.split(" ");
          state.set({ sort, direction: direction === "desc" ? "desc" : "asc" });
        }}
      />
    </div>
  );
}
