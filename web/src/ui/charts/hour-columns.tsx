import styles from "./chart.module.css";
import { HiddenTable } from "./hidden-table.tsx";
import { useWidth } from "./use-width.ts";

type HourColumnsProps = {
  label: string;
  /** The 24 hours of a day in order. */
  hours: readonly { hour: number; name: string; value: number }[];
  format: (value: number) => string;
};

const height = 150;
const bottom = 22;
const top = 8;

/** A column for each hour of the day, with every sixth labeled. */
export function HourColumns({ label, hours, format }: HourColumnsProps) {
  const [frame, width] = useWidth<HTMLDivElement>(320);
  const max = Math.max(1, ...hours.map(({ value }) => value));
  const step = width / Math.max(1, hours.length);
  return (
    <div ref={frame}>
      <svg className={styles.chart} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        {hours.map(({ hour, value }, at) => {
          const y = top + (height - top - bottom) * (1 - value / max);
          return (
            <g key={hour}>
              <rect
                x={at * step + step * 0.19}
                y={y}
                width={step * 0.62}
                height={height - bottom - y}
                fill={value === max ? "var(--seen)" : "var(--unseen)"}
              />
              {value > 0 && (
                <rect x={at * step + step * 0.12} y={y - 2} width={step * 0.76} height={2} fill="var(--ink)" />
              )}
              {hour % 6 === 0 && (
                <text x={at * step + step / 2} y={height - 6} textAnchor="middle" className={styles.name}>
                  {`${hour}`}
                </text>
              )}
            </g>
          );
        })}
        <path d={`M0 ${height - bottom + 0.5}H${width}`} stroke="var(--line)" />
      </svg>
      <HiddenTable caption={label} headers={["", label]} rows={hours.map(({ name, value }) => [name, format(value)])} />
    </div>
  );
}
