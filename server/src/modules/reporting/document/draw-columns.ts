import { drawArtifact, hairline, inkCaption, inkSecondary, left, widthOf, write } from "@litfass/platform/pdf/pdf-page";
import { element, type Flow, paragraph } from "@litfass/platform/pdf/tagged-pdf";
import { formatCount } from "./printed-format.ts";

/** The colors of charts on paper: the figure, the rest of it, and marks. */
export const colors = { main: "#338CF5", rest: "#C9DFF8", mark: "#121B26" } as const;

export type ChartColumn = {
  label: string;
  /** From the bottom. */
  parts: [number, number?];
  /** Still growing: drawn pale. */
  isOpen?: boolean;
  /** Written above the column. */
  figure?: string;
};

type Chart = { columns: ChartColumn[]; width: number; height: number /** What screen readers say. */; alt: string };

const axisStyle = { size: 7.5, color: inkCaption };
const paleness = 0.45;
const maxColumnWidth = 34;

/** A column chart at the flow's place, with an axis from zero. */
export function drawColumns(flow: Flow, { columns, width, height, alt }: Chart): void {
  const { doc, y: top } = flow;
  const sums = columns.map(({ parts: [first, second = 0] }) => first + second);
  const steps = axisSteps(Math.max(1, ...sums));
  const most = steps.at(-1) ?? 1;
  const axis = Math.max(...steps.map((value) => widthOf(doc, formatCount(value), axisStyle))) + 8;
  const base = top + height;
  const yOf = (value: number): number => base - (value / most) * height;
  const slot = (width - axis) / columns.length;
  const columnWidth = Math.min(maxColumnWidth, slot * 0.72);
  element(
    flow,
    "Figure",
    () => {
      for (const value of steps) {
        doc.moveTo(left + axis, yOf(value)).lineTo(left + width, yOf(value));
        doc
          .lineWidth(0.5)
          .strokeColor(value === 0 ? inkCaption : hairline)
          .stroke();
        write(doc, formatCount(value), left, yOf(value) - 4.5, axisStyle, { width: axis - 6, align: "right" });
      }
      for (const [at, { parts, isOpen, figure }] of columns.entries()) {
        const [first, second = 0] = parts;
        const x = left + axis + at * slot + (slot - columnWidth) / 2;
        doc.fillOpacity(isOpen ? paleness : 1);
        doc.rect(x, yOf(first), columnWidth, base - yOf(first)).fill(colors.main);
        if (second > 0)
          doc.rect(x, yOf(first + second), columnWidth, yOf(first) - yOf(first + second)).fill(colors.rest);
        doc.fillOpacity(1);
        if (figure === undefined) continue;
        const style = { size: 6, color: inkSecondary };
        write(doc, figure, x - 20, yOf(first + second) - 10, style, { width: columnWidth + 40, align: "center" });
      }
      drawLabels(flow, columns, left + axis, slot, base + 5);
    },
    { alt },
  );
  flow.y = base + 22;
}

/** As many labels as fit without touching; always the first one. */
function drawLabels({ doc }: Flow, columns: ChartColumn[], x: number, slot: number, y: number): void {
  const widest = Math.max(...columns.map(({ label }) => widthOf(doc, label, axisStyle)));
  const every = Math.max(1, Math.ceil((widest + 6) / slot));
  for (let at = 0; at < columns.length; at += every) {
    const label = columns[at]?.label ?? "";
    write(doc, label, x + at * slot + slot / 2 - 40, y, axisStyle, { width: 80, align: "center" });
  }
}

/** Zero and up to five round steps, the last of which is at least `most`. */
export function axisSteps(most: number): number[] {
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough);
  const whole = Math.ceil(step);
  return Array.from({ length: Math.ceil(most / whole) + 1 }, (_, at) => at * whole);
}

/** Squares with the names of a chart's colors. */
export function drawLegend(flow: Flow, entries: { color: string; name: string }[]): void {
  const { doc, y } = flow;
  let x = left;
  for (const { color, name } of entries) {
    drawArtifact(doc, () => void doc.rect(x, y + 1, 8, 8).fill(color));
    const style = { size: 8, color: inkSecondary };
    paragraph(flow, name, x + 13, y, style);
    x += 13 + widthOf(doc, name, style) + 18;
  }
  flow.y = y + 18;
}
