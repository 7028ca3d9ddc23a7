// react-day-picker with its date library is several times larger than the 1 kB that the first load has to spare, and
// loading it lazily would delay the first click on a period. Days are YYYY-MM-DD strings, so 100 lines are enough here.
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { formatDate, formatMonth, formatWeekday } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { IconButton } from "../button.tsx";
import { classNames } from "../class-names.ts";
import { addDays, firstOfMonth, weeksOf } from "./date-range.ts";
import styles from "./date-range-picker.module.css";

type CalendarProps = {
  from: string | null;
  to: string | null;
  today: string;
  min?: string | undefined;
  max?: string | undefined;
  onPick: (day: string) => void;
};

const monday = "2024-01-01";
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** One month of days. Arrow keys move between days and into the next month. */
export function Calendar({ from, to, today, min, max, onPick }: CalendarProps) {
  const { t } = useTranslation("ui");
  const [focus, setFocus] = useState(to ?? from ?? today);
  const [month, setMonth] = useState(firstOfMonth(focus));
  const grid = useRef<HTMLTableElement>(null);
  const hasMoved = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day once the month is rendered.
  useEffect(() => {
    if (!hasMoved.current) return;
    grid.current?.querySelector<HTMLElement>(`[data-day="${focus}"]`)?.focus();
  }, [focus, month]);

  const allowed = (day: string) => (!min || day >= min) && (!max || day <= max);

  function move(event: React.KeyboardEvent): void {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = addDays(focus, step);
    if (!allowed(next)) return;
    hasMoved.current = true;
    setFocus(next);
    setMonth(firstOfMonth(next));
  }

  return (
    <div>
      <div className={styles.bar}>
        <IconButton icon={ChevronLeft} label={t("range.previous")} onClick={() => setMonth(firstOfMonth(month, -1))} />
        <span className={styles.name} aria-live="polite">
          {formatMonth(month)}
        </span>
        <IconButton icon={ChevronRight} label={t("range.next")} onClick={() => setMonth(firstOfMonth(month, 1))} />
      </div>
      <table ref={grid} className={styles.grid} onKeyDown={move}>
        <thead>
          <tr>
            {[0, 1, 2, 3, 4, 5, 6].map((each) => (
              <th key={each} scope="col" abbr={formatWeekday(addDays(monday, each))}>
                {formatWeekday(addDays(monday, each), "short").slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week, row) => (
            <tr key={row}>
              {week.map((day, at) => (
                <td key={at} className={classNames(day && from && to && day > from && day < to && styles.inRange)}>
                  {day && (
                    <button
                      type="button"
                      data-day={day}
                      className={classNames(styles.day, day === today && styles.today)}
                      tabIndex={day === focus || (focus.slice(0, 7) !== month.slice(0, 7) && day === month) ? 0 : -1}
                      aria-label={formatDate(day)}
                      aria-pressed={day === from || day === to}
                      disabled={!allowed(day)}
                      onClick={() => {
                        setFocus(day);
                        onPick(day);
                      }}
                    >
                      {Number(day.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
