import type { ReactNode } from "react";
import { formatNumber, formatPercent } from "../../i18n/format.ts";
import { classNames } from "../class-names.ts";
import figures from "../layout/figures.module.css";
import styles from "./chart.module.css";

type Part = {
  id: string;
  name: ReactNode;
  value: number;
  color?: string /** Hatched: available but not used. */;
  hatched?: boolean;
  icon?: ReactNode;
};

/** The colors of series by index; use small multiples for more than five series. */
export const seriesColor = (at: number): string => `var(--series-${(at % 8) + 1})`;

const shareOrder = [1, 6, 2, 3, 4];
const colorOf = (part: Part, at: number) => part.color ?? `var(--series-${shareOrder[at % shareOrder.length]})`;

type StackedBarProps = {
  parts: readonly Part[] /** The rows below it, with figures and shares. */;
  rows?: boolean;
  format?: (value: number) => string;
};

/** One bar for shares of a whole, with its rows below. */
export function StackedBar({ parts, rows = true, format = formatNumber }: StackedBarProps) {
  const whole = parts.reduce((sum, part) => sum + part.value, 0) || 1;
  return (
    <>
      <div className={styles.stack} aria-hidden="true">
        {parts.map((part, at) => (
          <span
            key={part.id}
            className={classNames(styles.part, part.hatched && figures.hatch)}
            style={{ flexGrow: part.value / whole, background: part.hatched ? undefined : colorOf(part, at) }}
          />
        ))}
      </div>
      {rows && (
        <ul className={styles.shares}>
          {parts.map((part, at) => (
            <li key={part.id} className={styles.shareRow}>
              <span className={styles.key}>
                {part.icon}
                <i
                  className={classNames(styles.swatch, part.hatched && figures.hatch, part.hatched && styles.edged)}
                  style={{ background: part.hatched ? undefined : colorOf(part, at) }}
                />
              </span>
              <span>{part.name}</span>
              <span>{format(part.value)}</span>
              <span className={styles.percent}>{formatPercent(part.value / whole)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
