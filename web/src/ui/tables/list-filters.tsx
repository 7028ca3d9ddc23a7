import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { classNames } from "../class-names.ts";
import { SearchField } from "../inputs/search-field.tsx";
import type { Option } from "../inputs/select.tsx";
import { SelectButton } from "../inputs/select-button.tsx";
import styles from "./list-filters.module.css";
import type { TableState } from "./use-table-state.ts";

type ListFiltersProps = {
  state: TableState;
  /** What is searched: "Name, e-mail or company". */
  label: string;
  /** Whether the element above has no bottom margin. */
  apart?: boolean;
  /** More filters next to the search. */
  children?: ReactNode;
};

/** The search and filters above a list. */
export function ListFilters({ state, label, apart, children }: ListFiltersProps) {
  return (
    <search className={classNames(styles.filters, apart && styles.apart)}>
      <SearchField
        label={label}
        value={state.search}
        onChange={(search) => state.set({ search: search.trim() })}
        className={styles.search}
      />
      {children}
    </search>
  );
}

type ChoiceFilterProps<Value extends string> = {
  label: string;
  /** The label when nothing is chosen: "All". */
  any: string;
  options: readonly Option<Value>[];
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
};

/** A filter of a list, labeled "Status: all" while nothing is chosen. */
export function ChoiceFilter<Value extends string>({ label, any, options, value, onChange }: ChoiceFilterProps<Value>) {
  const { t } = useTranslation("ui");
  return (
    <SelectButton<Value | "all">
      label={label}
      prefix={t("filter", { label })}
      options={[{ value: "all", label: any }, ...options]}
      value={value ?? "all"}
      onChange={(chosen) => onChange(chosen === "all" ? undefined : chosen)}
    />
  );
}
