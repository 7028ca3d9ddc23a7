import { classNames } from "../class-names.ts";
import styles from "../layout/figures.module.css";
import text from "../layout/text.module.css";

type MeterProps = {
  /** Share from 0 to 1. */
  share: number;
  /** A tick at this share: the plan up to today. */
  tick?: number;
  /** A range around the tick, as shares: where the fill should end. */
  band?: readonly [number, number];
  /** Gray, for something that has ended. */
  faded?: boolean;
  tall?: boolean;
  /** Read by screen readers: "1'780.10 of 2'500.00". */
  label: string;
};

const percent = (share: number) => `${Math.min(1, Math.max(0, share)) * 100}%`;

/** A flat bar for a share with an optional tick: money spent, a rank, what remains after a setting. */
export function Meter({ share, tick, band, faded, tall, label }: MeterProps) {
  return (
    <div role="img" aria-label={label} className={classNames(styles.meter, tall && styles.tall)}>
      <span className={classNames(styles.fill, faded && styles.faded)} style={{ width: percent(share) }} />
      {band && (
        <span
          className={styles.band}
          style={{ left: percent(band[0]), width: `calc(${percent(band[1])} - ${percent(band[0])})` }}
        />
      )}
      {tick !== undefined && <span className={styles.tick} style={{ left: percent(tick) }} />}
    </div>
  );
}

type ProgressProps = { label: string; percent: number };

/** The progress of a long task, 0 to 100. */
export function Progress({ label, percent: done }: ProgressProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(done)}
      aria-valuemin={0}
      aria-valuemax={100}
      className={styles.progress}
    >
      <div className={styles.meter}>
        <span className={styles.fill} style={{ width: percent(done / 100) }} />
      </div>
      <span className={text.number}>{Math.round(done)}%</span>
    </div>
  );
}
