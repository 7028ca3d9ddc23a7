import type { ReactNode } from "react";
import { formatNumber, formatPercent } from "../../i18n/format.ts";
import { classNames } from "../class-names.ts";
import figures from "../layout/figures.module.css";
import styles from "./funnel-chart.module.css";

export type FunnelRow = {
  id: string;
  name: ReactNode;
  detail?: ReactNode;
  value: number;
  /** Highlights the most restrictive step and the final one. */
  mark?: "narrow" | "end";
};

const log = (value: number, max: number): number => (max <= 0 ? 0 : Math.log1p(value) / Math.log1p(max));

/** What remains after each step, on a logarithmic scale; the hatched part was lost at the step. */
export function FunnelChart({ label, rows }: { label: string; rows: readonly FunnelRow[] }) {
  const max = Math.max(1, ...rows.map((row) => row.value));
  return (
    <ol aria-label={label} className={styles.funnel}>
      {rows.map((row, at) => {
        const before = rows[at - 1]?.value ?? row.value;
        const lost = before === 0 ? 0 : 1 - row.value / before;
        return (
          <li key={row.id} className={classNames(styles.row, row.mark && styles[row.mark])}>
            <span>
              <span className={styles.name}>{row.name}</span>
              {row.detail && <span className={styles.detail}>{row.detail}</span>}
            </span>
            <span className={styles.bar} aria-hidden="true">
              <span className={figures.hatch} style={{ width: `${log(before, max) * 100}%` }} />
              <i style={{ width: `${log(row.value, max) * 100}%` }} />
            </span>
            <span className={styles.value}>{formatNumber(row.value)}</span>
            <span className={styles.lost}>{at > 0 && lost > 0 ? `-${formatPercent(lost)}` : ""}</span>
          </li>
        );
      })}
    </ol>
  );
}
