import { textColorOn } from "@litfass/contract/settings/contrast";
import { useTranslation } from "../../i18n/use-translation.ts";
import { TextInput } from "../../ui/inputs/text-input.tsx";
import styles from "./settings.module.css";

type ColorFieldProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  error: string | undefined;
  /** Whether text on this color has enough contrast. */
  isReadable: boolean;
};

/** A color as #rrggbb, with the button that it makes and the contrast of its text. */
export function ColorField({ label, value, onChange, onBlur, error, isReadable }: ColorFieldProps) {
  const { t } = useTranslation("settings");
  const isColor = /^#[0-9a-f]{6}$/i.test(value);
  const text = isColor ? textColorOn(value) : null;
  return (
    <TextInput
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
      maxLength={7}
      autoComplete="off"
      error={error}
      help={text ? t("brand.contrast", { contrast: text.contrast.toFixed(1) }) : undefined}
      suffix={
        text &&
        isReadable && (
          <span className={styles.sample} style={{ background: value, color: text.color }}>
            {t("brand.sample")}
          </span>
        )
      }
    />
  );
}
