import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import styles from "./figures.module.css";
import text from "./text.module.css";

/** A row of figures divided by hairlines, inside one card. `eight` are two rows of four. */
export function Figures({ eight, children }: { eight?: boolean; children: ReactNode }) {
  return <div className={classNames(styles.figures, eight && styles.eight)}>{children}</div>;
}

type FigureProps = {
  label: ReactNode;
  value: ReactNode;
  /** Before the value, smaller: a currency. */
  unit?: string;
  detail?: ReactNode;
  /** Tinted to highlight the key figure. */
  tinted?: boolean;
  /** The figure is selectable, for example as the metric of the chart below. */
  chosen?: boolean;
  onChoose?: () => void;
};

/** One figure with its name and detail. */
export function Figure({ label, value, unit, detail, tinted, chosen, onChoose }: FigureProps) {
  const inside = (
    <>
      <span className={styles.label}>{label}</span>
      <span className={classNames(text.figure, styles.value)}>
        {unit && <span className={styles.unit}>{unit} </span>}
        {value}
      </span>
      {detail && <span className={styles.detail}>{detail}</span>}
    </>
  );
  const className = classNames(styles.figure, tinted && styles.tinted, chosen && styles.chosen);
  if (!onChoose) return <div className={className}>{inside}</div>;
  return (
    <button type="button" className={className} aria-pressed={chosen ?? false} onClick={onChoose}>
      {inside}
    </button>
  );
}
