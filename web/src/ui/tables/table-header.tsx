import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslation } from "react-i18next";
import { classNames } from "../class-names.ts";
import { SelectButton } from "../inputs/select-button.tsx";
import { Icon } from "../layout/icon.tsx";
import text from "../layout/text.module.css";
import styles from "./data-table.module.css";
import type { Column } from "./table-column.ts";
import type { TableState } from "./use-table-state.ts";

type HeaderCellProps<Row> = { column: Column<Row>; state: TableState | undefined };

/** Whether the column can be sorted. */
const isSortable = <Row,>(column: Column<Row>, state: TableState | undefined) =>
  state !== undefined && (column.sortable ?? column.value !== undefined);

/** A column header; the sorted one is highlighted with an arrow. */
export function HeaderCell<Row>({ column, state }: HeaderCellProps<Row>) {
  const sorted = state?.sort === column.id ? state.direction : null;
  const label = column.headerHidden ? <span className={text.hidden}>{column.header}</span> : column.header;
  return (
    <th
      scope="col"
      style={{ width: column.width }}
      className={classNames(column.align === "right" && styles.right)}
      aria-sort={sorted === "asc" ? "ascending" : sorted === "desc" ? "descending" : undefined}
    >
      {isSortable(column, state) ? (
        <button
          type="button"
          className={classNames(styles.sort, sorted && styles.sorted)}
          onClick={() => state?.set({ sort: column.id, direction: sorted === "asc" ? "desc" : "asc" })}
        >
          {label}
          {sorted && <Icon of={sorted === "asc" ? ArrowUp : ArrowDown} size={12} />}
        </button>
      ) : (
        label
      )}
    </th>
  );
}

/** On a phone there is no header row: the sort order is a select above the blocks. */
export function NarrowSort<Row>({ columns, state }: { columns: readonly Column<Row>[]; state: TableState }) {
  const { t } = useTranslation("ui");
  const sortable = columns.filter((column) => isSortable(column, state));
  if (sortable.length === 0) return null;
  const options = sortable.flatMap((column) => [
    { value: `${column.id} asc`, label: t("table.ascending", { column: column.header }) },
    { value: `${column.id} desc`, label: t("table.descending", { column: column.header }) },
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
