import { Eye, EyeOff, type LucideIcon } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { classNames } from "../class-names.ts";
import { Icon } from "../layout/icon.tsx";
import styles from "./field.module.css";
import { Field, type FieldFrame } from "./field.tsx";

type TextInputProps = FieldFrame &
  Omit<ComponentProps<"input">, "prefix"> & {
    icon?: LucideIcon;
    /** Unit or currency inside the box, before or after the value. */
    prefix?: ReactNode;
    suffix?: ReactNode;
  };

/** A text input with its label. Accepts what React Hook Form's `register` returns. Passwords can be revealed. */
export function TextInput(props: TextInputProps) {
  const { label, help, error, count, aside, icon, prefix, suffix, id, className, type = "text", ...input } = props;
  const { t } = useTranslation("ui");
  const [shown, setShown] = useState(false);
  const secret = type === "password";
  return (
    <Field {...{ label, help, error, count, aside, id, className }}>
      {(wiring) => (
        <div className={classNames(styles.box, error && styles.bad, input.disabled && styles.off)}>
          {icon && <Icon of={icon} size={16} />}
          {prefix && <span className={styles.affix}>{prefix}</span>}
          <input
            {...input}
            {...wiring}
            type={secret && shown ? "text" : type}
            className={classNames(
              styles.input,
              (type === "number" || input.inputMode === "decimal" || input.inputMode === "numeric") && styles.number,
            )}
          />
          {suffix && <span className={styles.affix}>{suffix}</span>}
          {secret && (
            <button
              type="button"
              className={styles.reveal}
              aria-label={t(shown ? "password.hide" : "password.show")}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              <Icon of={shown ? EyeOff : Eye} size={16} />
            </button>
          )}
        </div>
      )}
    </Field>
  );
}

type TextAreaProps = FieldFrame & ComponentProps<"textarea">;

/** Several lines of text, with their label. */
export function TextArea(props: TextAreaProps) {
  const { label, help, error, count, aside, id, className, ...area } = props;
  return (
    <Field {...{ label, help, error, count, aside, id, className }}>
      {(wiring) => (
        <textarea
          rows={3}
          {...area}
          {...wiring}
          className={classNames(styles.box, styles.area, error && styles.bad, area.disabled && styles.off)}
        />
      )}
    </Field>
  );
}
