import { formatNumber, formatShort } from "../../i18n/format.ts";
import styles from "./chart.module.css";
import { HiddenTable } from "./hidden-table.tsx";
import { bandScale, linearScale } from "./scales.ts";
import { useWidth } from "./use-width.ts";

type SmallColumnsProps = {
  label: string;
  columns: readonly { name: string; value: number }[];
  height?: number;
  format?: (value: number) => string;
};

/** The columns are narrow: their figures must be short. */
const thousands = (value: number): string => formatShort(value, 1_000);

/** A few columns with their figures on top, such as weekdays; the largest is in full color. */
export function SmallColumns({ label, columns, height = 170, format = thousands }: SmallColumnsProps) {
  const [frame, width] = useWidth<HTMLDivElement>(320);
  const max = Math.max(0, ...columns.map((column) => column.value));
  const x = bandScale(columns.length, [0, width], { inner: 0.48, outer: 0.48 });
  const y = linearScale(max || 1, [height - 26, 26]);
  return (
    <div ref={frame}>
      <svg className={styles.chart} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        {columns.map((column, at) => {
          const start = x.start(at);
          const middle = start + x.bandwidth / 2;
          const cap = y(column.value);
          return (
            <g key={column.name}>
              <rect
                x={start}
                y={cap}
                width={x.bandwidth}
                height={height - 26 - cap}
                fill={column.value === max ? "var(--seen)" : "var(--unseen)"}
              />
              <rect x={start - 2} y={cap - 3} width={x.bandwidth + 4} height={3} fill="var(--ink)" />
              <text x={middle} y={cap - 10} textAnchor="middle" className={styles.value}>
                {format(column.value)}
              </text>
              <text x={middle} y={height - 8} textAnchor="middle" className={styles.name}>
                {column.name}
              </text>
            </g>
          );
        })}
      </svg>
      <HiddenTable
        caption={label}
        headers={["", label]}
        rows={columns.map((column) => [column.name, formatNumber(column.value)])}
      />
    </div>
  );
}

type SparklineProps = { label: string; values: readonly number[]; faded?: boolean };

/** Fourteen days as a sparkline in a table row. */
export function Sparkline({ label, values, faded }: SparklineProps) {
  const max = Math.max(1, ...values);
  return (
    <svg width={values.length * 6 - 1} height={26} role="img" aria-label={label}>
      {values.map((value, at) => {
        const height = value === 0 ? 0 : Math.max(1, (value / max) * 26);
        return (
          <rect
            key={at}
            x={at * 6}
            y={26 - height}
            width={5}
            height={height}
            fill={faded ? "var(--line-strong)" : "var(--seen)"}
          />
        );
      })}
    </svg>
  );
}
