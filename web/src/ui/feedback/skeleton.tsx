import { classNames } from "../class-names.ts";
import styles from "./states.module.css";

type SkeletonProps = { width?: number | string; height?: number; className?: string };

/** The shape of loading content, without shimmer. */
export function Skeleton({ width, height, className }: SkeletonProps) {
  return (
    <span aria-hidden="true" data-skeleton className={classNames(styles.bone, className)} style={{ width, height }} />
  );
}

const widths = [70, 52, 64, 46, 58];

/** Placeholder rows of a loading list. */
export function SkeletonRows({ rows = 5 }: { rows?: number }) {
  return (
    <div className={styles.rows} aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row}>
          <div>
            <Skeleton width={`${widths[row % widths.length]}%`} />
            <Skeleton className={styles.under} width={`${30 + ((row * 7) % 20)}%`} />
          </div>
          <Skeleton />
        </div>
      ))}
    </div>
  );
}
