import { SelectButton } from "../../ui/inputs/select-button.tsx";

type ChoiceProps = {
  label: string;
  /** What stands for no choice. */
  everything: string;
  options: readonly { value: string; label: string }[] | undefined;
  value: string | undefined;
  onChange: (value: string | null) => void;
};

const all = "all";

/** A filter; it appears where there is something to choose. */
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
