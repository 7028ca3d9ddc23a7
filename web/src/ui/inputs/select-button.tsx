import { ChevronDown } from "lucide-react";
import { classNames } from "../class-names.ts";
import { Icon } from "../layout/icon.tsx";
import type { Option } from "./select.tsx";
import styles from "./select-button.module.css";

type SelectButtonProps<Value extends string> = {
  /** Its name for screen readers. */
  label: string;
  options: readonly Option<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  /** Before the choice: "Type: all". */
  prefix?: string;
  placeholder?: string;
  small?: boolean;
  disabled?: boolean;
};

/** A native select styled as a button: filters, sort orders, page sizes. */
export function SelectButton<Value extends string>(props: SelectButtonProps<Value>) {
  const { label, options, value, onChange, prefix, placeholder = "", small, disabled } = props;
  const chosen = options.find((option) => option.value === value);
  return (
    <span className={classNames(styles.button, small && styles.small, disabled && styles.off)}>
      <span className={styles.text} aria-hidden="true">
        {prefix && `${prefix} `}
        {chosen?.label ?? placeholder}
      </span>
      <Icon of={ChevronDown} size={16} />
      <select
        aria-label={label}
        className={styles.native}
        disabled={disabled}
        value={value ?? ""}
        onChange={(event) => onChange(event.target.value as Value)}
      >
        {!chosen && (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
