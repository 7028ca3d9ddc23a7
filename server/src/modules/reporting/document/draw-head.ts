import {
  drawLetterhead,
  heightOf,
  inkCaption,
  inkSecondary,
  left,
  type Style,
  width,
  write,
} from "@litfass/platform/pdf/pdf-page";
import { element, type Flow, paragraph } from "@litfass/platform/pdf/tagged-pdf";
import { t } from "../texts.ts";
import { formatCount, formatDateTime, formatDay } from "./printed-format.ts";
import type { PrintedReport } from "./printed-report.ts";

const titleStyle: Style = { font: "display", size: 23 };
const longTitleStyle: Style = { font: "display", size: 17 };
const maxTitleHeight = 66;
/** Names beyond these are counted. */
const maxOnly = 6;
const maxAdvertisers = 3;

/** The operator's letterhead, the title, whose figures these are and of which days. */
export function drawHead(flow: Flow, report: PrintedReport): void {
  const { doc } = flow;
  const { lang, letterhead, title, at, period } = report;
  element(flow, "P", () => drawLetterhead(doc, letterhead), { alt: letterhead.name });
  const kind = t(lang, report.campaigns === null ? "pdf.kind.campaign" : "pdf.kind.several");
  paragraph(flow, kind, left, 46, { font: "strong", size: 9 }, { width, align: "right" });
  const created = t(lang, "pdf.created", { time: formatDateTime(at, period.timeZone) });
  paragraph(flow, created, left, 59, { size: 9, color: inkSecondary }, { width, align: "right" });
  const fits = { width, height: maxTitleHeight, ellipsis: true };
  const style = heightOf(doc, title, titleStyle, { width }) > maxTitleHeight ? longTitleStyle : titleStyle;
  const height = Math.min(maxTitleHeight, heightOf(doc, title, style, { width }));
  element(flow, "H1", () => void write(doc, title, left, 118, style, fits));
  flow.y = 118 + height + 10;
  drawFacts(flow, factsOf(report));
  flow.y = paragraph(flow, sentencesOf(report).join(" "), left, flow.y + 14, { size: 10.5 }, { width }) + 10;
}

/** "The ads were shown 12'345 times from … to …", and that the figures may still change. */
function sentencesOf({ lang, totals, period, isRunning, at }: PrintedReport): string[] {
  const { from, to, timeZone } = period;
  const times = t(lang, "pdf.times", { count: totals.impressions, number: formatCount(totals.impressions) });
  const when =
    from === to
      ? t(lang, "pdf.when.day", { day: formatDay(from) })
      : t(lang, "pdf.when.range", { from: formatDay(from), to: formatDay(to) });
  const shown = t(lang, "pdf.shown", { times, when });
  return isRunning ? [shown, t(lang, "pdf.running", { time: formatDateTime(at, timeZone) })] : [shown];
}

function factsOf({ lang, advertisers, campaign, period, only, totals, campaigns }: PrintedReport): [string, string][] {
  const { from, to } = period;
  const days = from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
  return [
    ...(advertisers.length === 0
      ? []
      : [
          [
            t(lang, advertisers.length === 1 ? "pdf.advertiser" : "pdf.advertisers"),
            named(advertisers, maxAdvertisers),
          ] satisfies [string, string],
        ]),
    ...(campaign === null ? [] : [[t(lang, "pdf.campaign"), campaign] satisfies [string, string]]),
    [t(lang, "pdf.period"), days],
    ...(campaigns === null
      ? []
      : [[t(lang, "pdf.campaigns"), formatCount(totals.campaigns)] satisfies [string, string]]),
    ...(only.length === 0 ? [] : [[t(lang, "pdf.only"), named(only, maxOnly)] satisfies [string, string]]),
  ];
}

/** The first names, and how many more there are. */
function named(names: string[], most: number): string {
  const first = names.slice(0, most).join(", ");
  return names.length > most ? `${first} +${formatCount(names.length - most)}` : first;
}

function drawFacts(flow: Flow, facts: [label: string, value: string][]): void {
  const { doc } = flow;
  const top = flow.y;
  const columnWidth = width / Math.max(3, facts.length);
  let bottom = top;
  for (const [at, [label, value]] of facts.entries()) {
    const x = left + at * columnWidth;
    const fits = { width: columnWidth - 14, height: 26, ellipsis: true };
    paragraph(flow, label, x, top, { size: 8, color: inkCaption }, { width: columnWidth - 14 });
    paragraph(flow, value, x, top + 12, { font: "strong", size: 9.5 }, fits);
    bottom = Math.max(bottom, top + 12 + Math.min(26, heightOf(doc, value, { font: "strong", size: 9.5 }, fits)));
  }
  flow.y = bottom;
}
