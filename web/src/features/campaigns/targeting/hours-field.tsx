import { hoursOfWeek } from "@litfass/contract/targeting/targeting";
import { type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { classNames } from "../../../ui/class-names.ts";
import choices from "../../../ui/inputs/choices.module.css";
import { Toolbar } from "../../../ui/layout/layout.tsx";
import text from "../../../ui/layout/text.module.css";
import wizard from "../wizard/wizard.module.css";
import styles from "./hours-field.module.css";

const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
/** Morning and afternoon hours: side by side, on a phone below each other. */
const halves = [0, 12].map((from) => Array.from({ length: 12 }, (_, hour) => from + hour));
/** Every third hour is labeled above the table. */
const clockStep = 3;
const between = (fromDay: number, toDay: number, from: number, to: number): number[] =>
  Array.from({ length: hoursOfWeek }, (_, at) => at).filter((at) => {
    const [day, hour] = [Math.floor(at / 24), at % 24];
    return day >= fromDay && day <= toDay && hour >= from && hour < to;
  });
/** Presets: all week, working hours, evenings and the weekend. */
const usual = {
  always: [],
  work: between(0, 4, 8, 18),
  evenings: between(0, 6, 18, 23),
  weekend: between(5, 6, 0, 24),
} as const;

/** By how many hours of the week a key moves. */
const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 24, ArrowUp: -24 };

type HoursFieldProps = { value: number[]; onChange: (hours: number[]) => void };

/** The hours of the week in which ads run; none means all. One tab stop: arrow keys move between the hours. */
export function HoursField({ value, onChange }: HoursFieldProps) {
  const { t } = useTranslation("campaigns");
  const keysId = useId();
  const [stop, setStop] = useState(0);
  function move(event: KeyboardEvent<HTMLElement>): void {
    const next = stop + (steps[event.key] ?? 0);
    if (next === stop || next < 0 || next >= hoursOfWeek) return;
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>(`[data-hour="${next}"]`)?.focus();
  }
  const toggle = (at: number) =>
    onChange(value.includes(at) ? value.filter((each) => each !== at) : [...value, at].sort((a, b) => a - b));
  return (
    <fieldset>
      <legend className={choices.legend}>{t("field.hours")}</legend>
      <p className={wizard.caption}>{t("help.hours")}</p>
      <Toolbar className={classNames(wizard.chips, styles.presets)} label={t("hours.presets")}>
        {(Object.keys(usual) as (keyof typeof usual)[]).map((name) => (
          <Button key={name} small onClick={() => onChange([...usual[name]])}>
            {t(`hours.${name}`)}
          </Button>
        ))}
      </Toolbar>
      <p id={keysId} className={text.hidden}>
        {t("hours.keys")}
      </p>
      <section className={styles.hours} aria-label={t("field.hours")} aria-describedby={keysId} onKeyDown={move}>
        {halves.map((hours) => (
          <table key={hours[0]}>
            {/* Visual only: each button announces its hour. */}
            <thead aria-hidden="true">
              <tr>
                <td />
                {hours
                  .filter((hour) => hour % clockStep === 0)
                  .map((hour) => (
                    <td key={hour} colSpan={clockStep}>
                      {hour}
                    </td>
                  ))}
              </tr>
            </thead>
            <tbody>
              {days.map((day, at) => (
                <tr key={day}>
                  <th scope="row">{t(`day.${day}`)}</th>
                  {hours.map((hour) => (
                    <td key={hour}>
                      <button
                        type="button"
                        className={styles.hour}
                        data-hour={at * 24 + hour}
                        tabIndex={at * 24 + hour === stop ? 0 : -1}
                        onFocus={() => setStop(at * 24 + hour)}
                        aria-pressed={value.includes(at * 24 + hour)}
                        aria-label={t("hours.one", { day: t(`day.${day}`), from: hour, to: hour + 1 })}
                        title={t("hours.one", { day: t(`day.${day}`), from: hour, to: hour + 1 })}
                        onClick={() => toggle(at * 24 + hour)}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </section>
      <p className={wizard.caption}>
        {value.length === 0 ? t("hours.all") : t("hours.chosen", { count: value.length })}
      </p>
    </fieldset>
  );
}
