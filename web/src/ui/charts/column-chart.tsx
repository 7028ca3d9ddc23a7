import { type ReactNode, useState } from "react";
import { formatNumber } from "../../i18n/format.ts";
import { classNames } from "../class-names.ts";
import styles from "./chart.module.css";
import { HiddenTable } from "./hidden-table.tsx";
import { bandScale, linearScale, valueAxis } from "./scales.ts";
import { useWidth } from "./use-width.ts";

/** One column: its parts from the bottom, and its text for the reading line. */
export type ChartColumn = {
  id: string;
  /** The axis label; only some are drawn. */
  tick: string;
  /** The parts from below, in the order of `series`. */
  values: readonly number[];
  /** The reading line: its name, then figures. */
  reading: { name: string; figures: readonly string[] };
  /** Still in progress: drawn pale. */
  pale?: boolean;
  /** A pin: something was changed on this day. */
  pin?: string;
};

export type ChartSeries = { name: string; color: string };

type ColumnChartProps = {
  /** A description for screen readers. */
  label: string;
  series: readonly ChartSeries[];
  columns: readonly ChartColumn[];
  height?: number;
  format?: (value: number) => string;
  /** The target range of the columns, such as the even share of a day within 10%, and its name. */
  band?: { low: number; high: number; name: string };
  /** Replaces the legend at the left of the reading line. */
  aside?: ReactNode;
};

const left = 44;
const bottom = 26;
const top = 12;

/** Columns with an ink cap, a reading line above instead of a floating tooltip, and a hidden data table. */
export function ColumnChart(props: ColumnChartProps) {
  const { label, series, columns, height = 250, format = formatNumber, band, aside } = props;
  const [frame, width] = useWidth<HTMLDivElement>(960);
  const [chosen, setChosen] = useState<number | null>(null);
  const last = columns.findLastIndex((column) => !column.pale);
  const at = Math.min(chosen ?? last, columns.length - 1);
  const read = columns[at];

  const sums = columns.map((column) => column.values.reduce((sum, value) => sum + value, 0));
  const x = bandScale(columns.length, [left, width], { inner: 0.38, outer: 0.2 });
  const axis = valueAxis(Math.max(band?.high ?? 0, ...sums) || 1, 4);
  const y = linearScale(axis.max, [height - bottom, top]);
  // Counts have no grid line between one and two.
  const areIntegers = sums.every(Number.isInteger);
  const ticks = axis.ticks.filter((tick) => !areIntegers || Number.isInteger(tick));
  const every = Math.ceil(columns.length / Math.max(2, Math.floor((width - left) / 110)));

  function point(event: React.PointerEvent<SVGSVGElement>): void {
    const box = event.currentTarget.getBoundingClientRect();
    const index = Math.floor((event.clientX - box.left - left) / x.step);
    if (index >= 0 && index < columns.length) setChosen(index);
  }

  function walk(event: React.KeyboardEvent): void {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    setChosen(Math.min(columns.length - 1, Math.max(0, at + step)));
  }

  return (
    <div ref={frame}>
      <div className={styles.reading}>
        {aside ??
          series.map((each) => (
            <span key={each.name} className={styles.key}>
              <i className={styles.swatch} style={{ background: each.color }} />
              {each.name}
            </span>
          ))}
        {band && (
          <span className={styles.key}>
            <i className={classNames(styles.swatch, styles.bandSwatch)} />
            {band.name}
          </span>
        )}
        {read && (
          <span className={styles.read} aria-live="polite">
            <strong>{read.reading.name}</strong>
            {[...read.reading.figures, ...(read.pin ? [read.pin] : [])].map((figure, position) => (
              <span key={position}>{figure}</span>
            ))}
          </span>
        )}
      </div>
      <svg
        className={styles.chart}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys walk over the columns, as the pointer does.
        tabIndex={0}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setChosen(null)}
        onKeyDown={walk}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <path
              d={`M${left} ${Math.round(y(tick)) + 0.5}H${width}`}
              stroke={tick === 0 ? "var(--ink-caption)" : "var(--line)"}
            />
            <text x={left - 10} y={y(tick) + 4} textAnchor="end">
              {format(tick)}
            </text>
          </g>
        ))}
        {band && (
          <g>
            <rect
              x={left}
              y={y(band.high)}
              width={width - left}
              height={Math.max(1, y(band.low) - y(band.high))}
              className={styles.band}
            />
            <path d={`M${left} ${y((band.low + band.high) / 2)}H${width}`} className={styles.bandMiddle} />
          </g>
        )}
        {columns.map((column, index) => (
          <Bar
            key={column.id}
            column={column}
            series={series}
            x={x.start(index)}
            width={x.bandwidth}
            y={y}
            marked={index === at}
          />
        ))}
        {columns.map((column, index) =>
          (columns.length - 1 - index) % every === 0 ? (
            <text
              key={column.id}
              x={Math.min(width, x.start(index) + x.bandwidth / 2)}
              y={height - 6}
              textAnchor={index === columns.length - 1 && columns.length > 6 ? "end" : "middle"}
              dx={index === columns.length - 1 && columns.length > 6 ? x.bandwidth / 2 : 0}
            >
              {column.tick}
            </text>
          ) : null,
        )}
      </svg>
      <HiddenTable
        caption={label}
        headers={["", ...series.map((each) => each.name)]}
        rows={columns.map((column) => [column.reading.name, ...column.values.map((value) => format(value))])}
      />
    </div>
  );
}

type BarProps = {
  column: ChartColumn;
  series: readonly ChartSeries[];
  x: number;
  width: number;
  y: (value: number) => number;
  marked: boolean;
};

function Bar({ column, series, x, width, y, marked }: BarProps) {
  let below = 0;
  const parts = column.values.map((value, at) => {
    const from = below;
    below += value;
    return { name: series[at]?.name ?? String(at), color: series[at]?.color, y: y(below), height: y(from) - y(below) };
  });
  const cap = y(below);
  const middle = x + width / 2;
  return (
    <g>
      <g opacity={column.pale ? 0.55 : undefined}>
        {parts.map((part) => (
          <rect key={part.name} x={x} y={part.y} width={width} height={part.height} fill={part.color} />
        ))}
      </g>
      {below > 0 && <rect x={x - 2} y={cap - 3} width={width + 4} height={3} fill="var(--ink)" />}
      {column.pin && <circle cx={middle} cy={cap - 12} r={3.5} fill="var(--ink)" />}
      {marked && !column.pin && <path d={`M${middle - 5} ${cap - 11}h10l-5 6z`} fill="var(--ink)" />}
    </g>
  );
}
