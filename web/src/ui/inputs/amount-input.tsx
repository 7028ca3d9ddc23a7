import { useRef } from "react";
import { amountOf } from "../../i18n/parse-amount.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { TextInput } from "./text-input.tsx";

type AmountInputProps = {
  label: string;
  currency: string | undefined;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  help?: string | undefined;
  error?: string | undefined;
  disabled?: boolean;
  autoFocus?: boolean;
};

/** An amount of money. Focusing it selects the text, so that typing replaces it. */
export function AmountInput({ label, currency, value, onChange, help, error, ...input }: AmountInputProps) {
  const { t } = useTranslation("ui");
  // A dialog may have focused it already: the first click still selects.
  const untouched = useRef(false);
  const wrong = value.trim() !== "" && amountOf(value) === null;
  return (
    <TextInput
      label={label}
      prefix={currency}
      inputMode="decimal"
      autoComplete="off"
      required
      {...input}
      value={value}
      help={help}
      error={error ?? (wrong ? t("amount.invalid") : undefined)}
      onFocus={(event) => {
        untouched.current = true;
        event.target.select();
      }}
      onMouseUp={(event) => {
        // On mouse-up the browser would place the caret and clear the selection.
        if (untouched.current) {
          event.preventDefault();
          event.currentTarget.select();
        }
        untouched.current = false;
      }}
      onChange={(event) => {
        untouched.current = false;
        onChange(event.target.value);
      }}
    />
  );
}
