import { SelectButton } from "../../ui/inputs/select-button.tsx";

type ChoiceProps = {
  label: string;
  /** The label when nothing is chosen. */
  everything: string;
  options: readonly { value: string; label: string }[] | undefined;
  value: string | undefined;
  onChange: (value: string | null) => void;
};

const all = "all";

/** A filter, shown only if there is a choice. */
export function Choice({ label, everything, options = [], value, onChange }: ChoiceProps) {
  if (options.length < 2 && value === undefined) return null;
  const isKnown = value === undefined || options.some((option) => option.value === value);
  return (
    <SelectButton
      label={label}
      options={[{ value: all, label: everything }, ...options, ...(isKnown ? [] : [{ value, label: value }])]}
      value={value ?? all}
      onChange={(next) => onChange(next === all ? null : next)}
    />
  );
}
