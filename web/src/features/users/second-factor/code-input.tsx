import { useTranslation } from "../../../i18n/use-translation.ts";
import { TextInput } from "../../../ui/inputs/text-input.tsx";

type CodeInputProps = {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  /** Recovery codes are accepted too. */
  recovery?: boolean;
};

/** The code of an authenticator app. */
export function CodeInput({ value, onChange, error, recovery }: CodeInputProps) {
  const { t } = useTranslation("second-factor");
  return (
    <TextInput
      label={t(recovery ? "field.anyCode" : "field.code")}
      help={recovery ? undefined : t("field.codeHelp")}
      autoComplete="one-time-code"
      inputMode={recovery ? "text" : "numeric"}
      autoFocus
      maxLength={recovery ? 24 : 7}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Whether a text has the format of an app code. */
export const isAppCode = (text: string): boolean => /^\d{6}$/.test(text.replaceAll(/\s/g, ""));
