import { type BidAnswer, listBidAnswers } from "@litfass/adserver/index";
import type { Language } from "@litfass/contract/kernel/language";
import { minorOfMicros, moneyText } from "@litfass/contract/kernel/money";
import { withThousands } from "@litfass/contract/kernel/thousands";
import { type Html, html } from "@litfass/platform/http/pages/html";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import { formatUtc } from "./format-utc.ts";
import { type MonitoredCampaign, monitorCampaigns } from "./monitor-campaigns.ts";
import { mountOperation, type OperationCall, pageLinks, sendOperation } from "./operation-page.ts";
import { t } from "./texts.ts";

const path = "/campaign-monitoring";
const perPage = 50;
const maxSearchLength = 100;
const dayMs = 24 * 60 * 60 * 1000;

/** Active campaigns and their delivery, with a warning for those without delivery (PAGE-011, PAGE-012). */
export function monitoringPage(app: FastifyInstance, platform: Platform): void {
  mountOperation(app, path, async (call) => {
    const { lang } = call;
    const page = Math.min(10_000, Math.max(1, Number.parseInt(call.query.page ?? "1", 10) || 1));
    const customer = call.query.customer?.trim().slice(0, maxSearchLength) || undefined;
    const { campaigns, active, stalled } = await monitorCampaigns(platform, { page, perPage, customer });
    const pages = Math.max(1, Math.ceil(active / perPage));
    const at = (to: number) => `${path}?${new URLSearchParams({ ...(customer && { customer }), page: String(to) })}`;
    const body = html`${filters(lang, customer)}<div class="sheet">${
      campaigns.length > 0
        ? table(call, campaigns)
        : html`<p class="pad">${t(lang, customer ? "monitoring.noneFound" : "monitoring.none")}</p>`
    }</div>
${pageLinks(lang, page > 1 ? at(page - 1) : null, page < pages ? at(page + 1) : null, t(lang, "pageOf", { page, pages }))}`;
    const outcomes = await listBidAnswers(platform.db, new Date(platform.clock.now().getTime() - dayMs));
    return sendOperation(call, "campaignMonitoring", {
      title:
        stalled > 0
          ? t(lang, "monitoring.titleStalled", { count: stalled, active })
          : t(lang, "monitoring.title", { count: active }),
      lead: t(lang, "monitoring.lead"),
      body: html`${body}${outcomesTable(call, outcomes)}`,
    });
  });
}

/** Searches by name, because a list of customers has no upper limit. */
const filters = (lang: Language, customer: string | undefined): Html =>
  html`<form method="get" action="${path}" class="filters">
<label>${t(lang, "monitoring.columns.owner")}<input type="search" name="customer" maxlength="${maxSearchLength}" placeholder="${t(lang, "all")}" value="${customer ?? ""}"></label>
<button type="submit">${t(lang, "filter")}</button></form>`;

const money = (micros: bigint, currency: string): string => moneyText(minorOfMicros(micros), currency);
const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
const day = (on: string): string => on.split("-").reverse().join(".");

function table(call: OperationCall, campaigns: MonitoredCampaign[]): Html {
  const { lang } = call;
  const column = (name: "campaign" | "owner" | "today" | "share" | "viewability" | "last") =>
    t(lang, `monitoring.columns.${name}`);
  const row = (each: MonitoredCampaign) => html`<tr>
<td data-label="${column("campaign")}"><div><a href="/users/${each.ownerUid}/campaigns/${each.id}">${each.name}</a><span class="small">${each.id}</span></div></td>
<td data-label="${column("owner")}"><div><a href="/users/${each.ownerUid}">${each.owner}</a></div></td>
<td data-label="${column("today")}" class="number">${spentToday(each, lang)}</td>
<td data-label="${column("share")}" class="number">${money(each.evenDayMicros, each.currency)}</td>
<td data-label="${column("viewability")}" class="number">${viewability(each, lang)}</td>
<td data-label="${column("last")}"><div><span class="when">${lastImpression(each, lang)}</span>${
    each.stalled && html`<strong class="small warn">▲ ${t(lang, "monitoring.stalled")}</strong>`
  }</div></td></tr>`;
  return html`<table><thead><tr><th>${column("campaign")}</th><th>${column("owner")}</th><th class="number">${column("today")}</th><th class="number">${column("share")}</th><th class="number">${column("viewability")}</th><th>${column("last")}</th></tr></thead><tbody>${campaigns.map(row)}</tbody></table>`;
}

/** Why slots received bids or not, across all campaigns. */
function outcomesTable({ lang }: OperationCall, outcomes: { answer: BidAnswer; chances: number }[]): Html {
  const column = (name: "outcome" | "slots" | "share") => t(lang, `outcomes.${name}`);
  const all = outcomes.reduce((sum, { chances }) => sum + chances, 0);
  const row = ({ answer, chances }: { answer: BidAnswer; chances: number }) => html`<tr>
<td data-label="${column("outcome")}"><div>${t(lang, `bidOutcome.${answer}`)}</div></td>
<td data-label="${column("slots")}" class="number">${withThousands(String(chances))}</td>
<td data-label="${column("share")}" class="number">${percent(chances / all)}</td></tr>`;
  const rows = html`<table><thead><tr><th>${column("outcome")}</th><th class="number">${column("slots")}</th><th class="number">${column("share")}</th></tr></thead><tbody>${outcomes.map(row)}</tbody></table>`;
  return html`<h2>${t(lang, "outcomes.title")}</h2><p class="lead">${t(lang, "outcomes.lead")}</p>
<div class="sheet">${all > 0 ? rows : html`<p class="pad">${t(lang, "outcomes.none")}</p>`}</div>`;
}

const spentToday = (each: MonitoredCampaign, lang: Language): Html =>
  html`<div>${money(each.spentTodayMicros, each.currency)}${
    each.evenDayMicros > 0n &&
    html`<span class="small">${t(lang, "monitoring.ofShare", { percent: percent(Number(each.spentTodayMicros) / Number(each.evenDayMicros)) })}</span>`
  }</div>`;

/** The viewability rate, and below it the part of the impressions that was measured. */
const viewability = ({ viewability, measured }: MonitoredCampaign, lang: Language): Html =>
  html`<div>${viewability === null ? "-" : percent(viewability)}${
    measured !== null &&
    html`<span class="small">${t(lang, "monitoring.measured", { percent: percent(measured) })}</span>`
  }</div>`;

function lastImpression({ lastImpressionAt, hasBegun, startOn }: MonitoredCampaign, lang: Language): string {
  if (lastImpressionAt) return formatUtc(lastImpressionAt);
  return hasBegun ? t(lang, "monitoring.never") : t(lang, "monitoring.begins", { on: day(startOn) });
}
