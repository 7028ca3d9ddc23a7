import { type ReactNode, useId } from "react";
import styles from "./choices.module.css";
import type { Option } from "./select.tsx";

type ChipGroupProps<Value extends string> = {
  label: ReactNode;
  help?: string;
  options: readonly Option<Value>[];
  value: readonly Value[];
  onChange: (value: Value[]) => void;
  disabled?: boolean;
};

/** Multiple choice from a few options, as visible chips. */
export function ChipGroup<Value extends string>(props: ChipGroupProps<Value>) {
  const { label, help, options, value, onChange, disabled } = props;
  const helpId = useId();
  const toggle = (chip: Value) =>
    onChange(options.map((option) => option.value).filter((each) => value.includes(each) !== (each === chip)));
  return (
    <fieldset disabled={disabled} aria-describedby={help && helpId}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.chips}>
        {options.map((option) => (
          <label key={option.value} className={styles.chip}>
            <input
              type="checkbox"
              className={styles.native}
              checked={value.includes(option.value)}
              disabled={option.disabled}
              onChange={() => toggle(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {help && (
        <p id={helpId} className={styles.help}>
          {help}
        </p>
      )}
    </fieldset>
  );
}

type SegmentedProps<Value extends string> = {
  /** For screen readers. */
  label: string;
  options: readonly Option<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

/** One of two to five options, side by side; the chosen one is highlighted. */
export function Segmented<Value extends string>({ label, options, value, onChange }: SegmentedProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles.segmented}>
      {options.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input
            type="radio"
            className={styles.native}
            name={name}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
