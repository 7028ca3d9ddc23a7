import type { Language } from "@litfass/contract/kernel/language";
import { type Html, html } from "@litfass/platform/http/pages/html";
import {
  type ExampleTerms,
  exampleReport,
  type ReportTableName,
  type ReportView,
  reportTableNames,
  viewOfReport,
} from "../../reporting/index.ts";
import type { SitePage } from "../frame/page-frame.ts";
import { pathIn, type Visit } from "../frame/site.ts";
import { t } from "./texts.ts";

const path = "/example-report";

/** The example report. `?by` names the shown table, so that it can be clicked through without scripts. */
export function examplePage({ language, request }: Visit, terms: ExampleTerms): SitePage {
  const { by } = request.query as { by?: unknown };
  const shown = reportTableNames.find((name) => name === by) ?? "sites";
  const view = viewOfReport(exampleReport(terms));
  return {
    path,
    title: t(language, "example.title"),
    description: t(language, "example.meta"),
    body: html`<div class="text wide report"><p class="over">${t(language, "example.title")}</p><h1>${terms.title}</h1><p class="lead">${t(language, "example.lead")}</p>
<div class="row facts"><dl>${view.facts.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl><a class="btn" href="/site/example-report/${language}.pdf" rel="nofollow" download>${t(language, "example.pdf")}</a></div>
<dl class="tiles">${view.tiles.map(({ label, value, detail }) => html`<div class="card"><dt>${label}</dt><dd><b>${value}</b><span>${detail.replaceAll("\n", ", ")}</span></dd></div>`)}</dl>
${chart(view)}${breakdown(language, view, shown)}${funnel(view)}
<p class="soft">${t(language, "example.note")}</p><div class="cta"><p class="h2">${t(language, "example.cta")}</p><a class="btn k l" href="/register">${t(language, "example.start")}</a></div></div>`,
  };
}

const size = { width: 1120, height: 220 };

/** Impressions per day: what was viewable below, the rest above. The table of days has the figures. */
function chart({ days }: ReportView): Html {
  const most = Math.max(1, ...days.columns.map(({ viewable, rest }) => viewable + rest));
  const step = size.width / days.columns.length;
  const heightOf = (count: number): number => Math.round((count / most) * size.height * 10) / 10;
  const bars = days.columns.map(({ viewable, rest }, at) => {
    const x = Math.round((at * step + step * 0.14) * 10) / 10;
    const width = Math.round(step * 7.2) / 10;
    const [seen, all] = [heightOf(viewable), heightOf(viewable + rest)];
    return html`<rect class="f-unseen" x="${x}" y="${size.height - all}" width="${width}" height="${Math.max(0, all - seen)}"/><rect class="f-seen" x="${x}" y="${size.height - seen}" width="${width}" height="${seen}"/>`;
  });
  const ends = [days.columns.at(0)?.label, days.columns.at(-1)?.label];
  return html`<section class="card pad days"><h2>${days.title}</h2><ul class="legend"><li class="seen">${days.viewable}</li><li>${days.rest}</li></ul><svg viewBox="0 0 ${size.width} ${size.height}" preserveAspectRatio="none" role="img" aria-label="${days.title}. ${days.best}">${bars}</svg><p class="ends"><span>${ends[0]}</span><span>${ends[1]}</span></p></section>`;
}

/** One table, and links to the others. */
function breakdown(language: Language, { tables }: ReportView, shown: ReportTableName): Html {
  const { title, columns, rows } = tables[shown];
  const [name, ...figures] = columns;
  const address = (table: ReportTableName): string => `${pathIn(language, path)}?by=${table}#figures`;
  return html`<section id="figures"><nav class="tabs" aria-label="${t(language, "example.tables")}">${reportTableNames.map((table) => html`<a href="${address(table)}" rel="nofollow"${table === shown && html` aria-current="page"`}>${tables[table].title}</a>`)}</nav>
<div class="card scroll" role="region" aria-label="${title}" tabindex="0"><table class="blocks"><thead><tr><th scope="col">${name}</th>${figures.map((figure) => html`<th scope="col" class="r">${figure}</th>`)}</tr></thead><tbody>${rows.map(([first, ...cells]) => html`<tr><th scope="row">${first}</th>${cells.map((cell, at) => html`<td class="r" data-label="${figures[at] ?? ""}">${cell}</td>`)}</tr>`)}</tbody></table></div></section>`;
}

/** What is left after each step, from requests to viewable impressions. */
const funnel = ({ funnel: { title, note, columns, rows } }: ReportView): Html =>
  html`<section><h2>${title}</h2><div class="card scroll" role="region" aria-label="${title}" tabindex="0"><table class="funnel"><thead><tr>${columns.map((column, at) => html`<th scope="col"${at > 0 && html` class="r"`}>${column}</th>`)}</tr></thead><tbody>${rows.map(
    ({ step, chances, lost, bar }) =>
      html`<tr><th scope="row">${step}<svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="f-seen" width="${Math.round(bar * 1000) / 10}" height="4"/></svg></th><td class="r">${chances}</td><td class="r">${lost}</td></tr>`,
  )}</tbody></table></div><p class="fine">${note}</p></section>`;
