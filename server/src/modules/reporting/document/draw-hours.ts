import { width } from "@litfass/platform/pdf/pdf-page";
import type { Flow } from "@litfass/platform/pdf/tagged-pdf";
import { t } from "../texts.ts";
import { drawColumns } from "./draw-columns.ts";
import { drawHeading } from "./draw-heading.ts";
import { formatCount } from "./printed-format.ts";
import type { PrintedReport } from "./printed-report.ts";

const chartHeight = 92;

/** Impressions by hour of the day, each with its number. */
export function drawHours(flow: Flow, { lang, hours, period }: PrintedReport): void {
  if (hours === null) return;
  const title = t(lang, "pdf.hours", { zone: period.timeZone });
  drawHeading(flow, title, chartHeight + 40);
  flow.y += 12;
  const figures = hours.map(({ key, impressions }) => `${key.padStart(2, "0")}:00 ${formatCount(impressions)}`);
  const columns = hours.map(({ key, impressions }) => ({
    label: key.padStart(2, "0"),
    parts: [impressions] satisfies [number],
    figure: shortCount(impressions),
  }));
  drawColumns(flow, { columns, width, height: chartHeight, alt: `${title}: ${figures.join(", ")}` });
}

/** 12'345 as 12.3k, so that it fits above a thin column. */
const shortCount = (count: number): string => {
  if (count === 0) return "";
  if (count >= 1_000_000) return `${(count / 1_000_000).toFixed(1)}M`;
  return count >= 10_000 ? `${(count / 1_000).toFixed(1)}k` : formatCount(count);
};
