import { classNames } from "../class-names.ts";
import styles from "./metric-card.module.css";

/** A marker line with its label: the own value first, then the values to compare with. */
export type MetricMark = { share: number; text: string; dashed?: boolean };

type MetricCardProps = {
  /** How full, 0 to 1. */
  share: number;
  /** A description for screen readers. */
  label: string;
  marks?: readonly MetricMark[];
  width?: number;
  height?: number;
  className?: string;
};

/** A gauge in the shape of an advertising column, filled from below. */
export function MetricCard({ share, label, marks = [], width = 70, height = 170, className }: MetricCardProps) {
  const cap = height * 0.16;
  const plinth = height * 0.07;
  const column = height - cap - plinth;
  const y = (part: number) => cap + column * (1 - Math.min(1, Math.max(0, part)));
  const inset = width * 0.18;
  const middle = width / 2;
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      className={classNames(styles.metric, className)}
    >
      <g fill="var(--ink)">
        <circle cx={middle} cy={height * 0.028} r={Math.max(1.9, width * 0.054)} />
        <path d={domePath(width, height)} />
        <rect x={width * 0.08} y={cap - height * 0.038} width={width * 0.84} height={height * 0.038} rx={1} />
        <rect x={width * 0.08} y={height - plinth} width={width * 0.84} height={plinth} rx={1} />
      </g>
      <rect x={inset} y={cap} width={width - 2 * inset} height={column} fill="var(--unseen)" />
      <rect x={inset} y={y(share)} width={width - 2 * inset} height={cap + column - y(share)} fill="var(--seen)" />
      {placed(marks, y).map((mark, at) => (
        <g key={mark.text}>
          <path
            d={`M${inset - 3} ${mark.y}H${width}`}
            stroke="var(--ink)"
            strokeWidth={1.5}
            strokeDasharray={mark.dashed ? "2 2" : undefined}
          />
          <text x={width + 6} y={mark.textY} className={at === 0 ? styles.first : undefined}>
            {mark.text}
          </text>
        </g>
      ))}
    </svg>
  );
}

function domePath(width: number, height: number): string {
  const left = width * 0.194;
  const right = width * 0.806;
  const foot = height * 0.125;
  const top = height * 0.035;
  const rise = height * 0.055;
  return `M${left} ${foot}C${width * 0.282} ${rise} ${width * 0.372} ${top} ${width / 2} ${top}S${width * 0.718} ${rise} ${right} ${foot}z`;
}

/** Spreads overlapping labels; each stays next to its line. */
function placed(marks: readonly MetricMark[], y: (share: number) => number) {
  const order = marks.map((mark, at) => ({ ...mark, at, y: y(mark.share) })).sort((a, b) => a.y - b.y);
  let last = Number.NEGATIVE_INFINITY;
  const spaced = order.map((mark) => {
    last = Math.max(mark.y + 4, last + 16);
    return { ...mark, textY: last };
  });
  return spaced.sort((a, b) => a.at - b.at);
}
