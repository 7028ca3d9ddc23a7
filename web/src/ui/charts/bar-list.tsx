import type { ReactNode } from "react";
import { formatNumber } from "../../i18n/format.ts";
import { Meter } from "../feedback/meter.tsx";
import styles from "./chart.module.css";

type BarListProps = {
  rows: readonly { id: string; name: ReactNode; value: number; text?: string }[];
  /** The value of a full bar; defaults to the largest value. */
  max?: number;
  tall?: boolean;
  format?: (value: number) => string;
};

/** A ranking as bars: name, bar, figure. */
export function BarList({ rows, max, tall, format = formatNumber }: BarListProps) {
  const full = max ?? Math.max(1, ...rows.map((row) => row.value));
  return (
    <ul className={styles.bars}>
      {rows.map((row) => (
        <li key={row.id} className={styles.barRow}>
          <span className={styles.barName}>{row.name}</span>
          <span aria-hidden="true">
            <Meter share={row.value / full} tall={tall} label="" />
          </span>
          <span className={styles.barValue}>{row.text ?? format(row.value)}</span>
        </li>
      ))}
    </ul>
  );
}
