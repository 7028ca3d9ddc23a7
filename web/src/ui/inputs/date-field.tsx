import { Calendar as CalendarIcon } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { classNames } from "../class-names.ts";
import { Icon } from "../layout/icon.tsx";
import { useDismiss } from "../overlays/use-dismiss.ts";
import { Calendar } from "./calendar.tsx";
import styles from "./date-field.module.css";
import { todayOn } from "./date-range.ts";
import { dayOfText, textOfDay } from "./day-text.ts";
import fieldStyles from "./field.module.css";
import { Field, type FieldFrame } from "./field.tsx";

type DateFieldProps = FieldFrame & {
  /** YYYY-MM-DD. */
  value: string | null;
  onChange: (day: string | null) => void;
  /** The first and last selectable day. */
  min?: string | undefined;
  max?: string | undefined;
  disabled?: boolean;
  className?: string;
};

/** One date: typed as DD.MM.YYYY or picked in a calendar. Reports invalid dates and dates outside min and max. */
export function DateField({ value, onChange, min, max, disabled, ...frame }: DateFieldProps) {
  const { t } = useTranslation("ui");
  const [text, setText] = useState(textOfDay(value));
  const [open, setOpen] = useState(false);
  const [typing, setTyping] = useState(false);
  const [left, setLeft] = useState(false);
  const popupId = useId();
  const place = useDismiss<HTMLDivElement>(open, () => setOpen(false));
  const typed = dayOfText(text);
  const outside =
    !typing && typed !== null && ((min !== undefined && typed < min) || (max !== undefined && typed > max));
  const wrong = !typing && text.trim() !== "" && typed === null;

  // An external change is shown; text being typed is preserved.
  useEffect(() => {
    setText((now) =>
      dayOfText(now) === value ? now : value === null && dayOfText(now) === null ? now : textOfDay(value),
    );
  }, [value]);

  function write(next: string) {
    setText(next);
    setTyping(true);
    const day = dayOfText(next);
    // "3.5.20" may become "3.5.2026": a short year is accepted on blur only.
    if ((day !== null && /\d{4}/.test(next)) || next.trim() === "") onChange(day);
  }
  function leave() {
    setTyping(false);
    if (!typed) return;
    setText(textOfDay(typed));
    if (typed !== value) onChange(typed);
  }
  const bounds = { from: textOfDay(min ?? null), to: textOfDay(max ?? null) };
  const hint = !outside
    ? undefined
    : min !== undefined && typed < min
      ? t("date.tooEarly", bounds)
      : t("date.tooLate", bounds);
  const error = wrong ? t("date.invalid") : (hint ?? frame.error);
  return (
    <div ref={place} className={styles.place}>
      <Field {...frame} error={error}>
        {(wiring) => (
          <div className={classNames(fieldStyles.box, error && fieldStyles.bad, disabled && fieldStyles.off)}>
            <input
              {...wiring}
              type="text"
              inputMode="numeric"
              autoComplete="off"
              className={classNames(fieldStyles.input, styles.input)}
              placeholder={t("date.pattern")}
              disabled={disabled}
              value={text}
              onChange={(event) => write(event.target.value)}
              onBlur={leave}
            />
            <button
              type="button"
              className={fieldStyles.reveal}
              aria-label={t("date.open")}
              aria-haspopup="dialog"
              aria-expanded={open}
              aria-controls={open ? popupId : undefined}
              disabled={disabled}
              onClick={(event) => {
                setLeft(event.currentTarget.getBoundingClientRect().right > window.innerWidth / 2);
                setOpen(!open);
              }}
            >
              <Icon of={CalendarIcon} size={16} />
            </button>
          </div>
        )}
      </Field>
      {open && (
        <div
          id={popupId}
          role="dialog"
          aria-label={t("date.open")}
          className={classNames(styles.popup, left && styles.left)}
        >
          <Calendar
            from={value}
            to={value}
            today={value ?? min ?? todayOn()}
            min={min}
            max={max}
            onPick={(day) => {
              onChange(day);
              setText(textOfDay(day));
              setOpen(false);
              place.current?.querySelector<HTMLElement>("[aria-haspopup]")?.focus();
            }}
          />
        </div>
      )}
    </div>
  );
}
