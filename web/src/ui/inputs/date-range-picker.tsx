import { Calendar as CalendarIcon, ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { formatDate } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../button.tsx";
import { classNames } from "../class-names.ts";
import { Icon } from "../layout/icon.tsx";
import { useDismiss } from "../overlays/use-dismiss.ts";
import { useRangeText } from "../tables/use-range-text.ts";
import { Calendar } from "./calendar.tsx";
import { addDays, type DateRange, firstOfMonth, lastOfMonth, todayOn } from "./date-range.ts";
import styles from "./date-range-picker.module.css";

type DateRangePickerProps = {
  /** null means all time. */
  value: DateRange | null;
  onChange: (range: DateRange) => void;
  /** The selectable days; up to today for reports. */
  min?: string;
  max?: string;
  /** The accessible name, if a screen has several. */
  label?: string;
  today?: string;
  /** The first day with figures, for the preset "since the start". */
  start?: string | undefined;
};

/** A period: presets, or first and last day in a calendar. Applied immediately, without confirmation. */
export function DateRangePicker({ value, onChange, min, max, label, today = todayOn(), start }: DateRangePickerProps) {
  const { t } = useTranslation("ui");
  const [open, setOpen] = useState(false);
  const [first, setFirst] = useState<string | null>(null);
  const [atStart, setAtStart] = useState(false);
  const popupId = useId();
  const name = label ?? t("range.label");
  const rangeText = useRangeText();
  const chosen = value ? rangeText(value) : t("range.allTime");

  function close(): void {
    setFirst(null);
    setOpen(false);
  }

  function show(button: HTMLElement): void {
    const { left, right } = button.getBoundingClientRect();
    setAtStart(left + right < window.innerWidth);
    setOpen(true);
  }

  const frame = useDismiss<HTMLDivElement>(open, close);

  function choose(range: DateRange): void {
    onChange(range);
    close();
  }

  function pick(day: string): void {
    if (first === null) setFirst(day);
    else choose(day < first ? { from: day, to: first } : { from: first, to: day });
  }

  const presets = presetsOf(today, start).map(({ key, days, range }) => ({ range, text: t(`range.${key}`, { days }) }));
  return (
    <div ref={frame} className={styles.frame}>
      <Button
        icon={CalendarIcon}
        aria-label={`${name}: ${chosen}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={popupId}
        onClick={(event) => (open ? close() : show(event.currentTarget))}
      >
        <span className={styles.text}>{chosen}</span>
        <Icon of={ChevronDown} size={16} />
      </Button>
      {open && (
        <div
          id={popupId}
          role="dialog"
          aria-label={name}
          className={classNames(styles.popup, atStart && styles.atStart)}
        >
          <div className={styles.inside}>
            <div className={styles.presets}>
              {presets.map(({ range, text }) => (
                <button
                  key={text}
                  type="button"
                  className={styles.preset}
                  aria-pressed={range.from === value?.from && range.to === value.to}
                  onClick={() => choose(range)}
                >
                  {text}
                </button>
              ))}
            </div>
            <div className={styles.month}>
              <Calendar
                from={first ?? value?.from ?? null}
                to={first === null ? (value?.to ?? null) : null}
                today={today}
                min={min}
                max={max}
                onPick={pick}
              />
              <p className={styles.hint} aria-live="polite">
                {first ? t("range.text", { from: formatDate(first), to: "…" }) : t("range.hint")}
              </p>
            </div>
          </div>
        </div>
      )}
    </div>
  );
}

type Preset = {
  key: "today" | "yesterday" | "last" | "thisMonth" | "lastMonth" | "sinceStart";
  days?: number;
  range: DateRange;
};

function presetsOf(today: string, start: string | undefined): Preset[] {
  const lastMonth = firstOfMonth(today, -1);
  const yesterday = addDays(today, -1);
  return [
    { key: "today", range: { from: today, to: today } },
    { key: "yesterday", range: { from: yesterday, to: yesterday } },
    ...[7, 14, 30, 90].map((days) => ({
      key: "last" as const,
      days,
      range: { from: addDays(today, 1 - days), to: today },
    })),
    { key: "thisMonth", range: { from: firstOfMonth(today), to: today } },
    { key: "lastMonth", range: { from: lastMonth, to: lastOfMonth(lastMonth) } },
    ...(start !== undefined && start <= today
      ? [{ key: "sinceStart" as const, range: { from: start, to: today } }]
      : []),
  ];
}
