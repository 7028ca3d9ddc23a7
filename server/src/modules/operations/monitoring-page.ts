import { type BidAnswer, listBidAnswers } from "@litfass/adserver/index";
import { formatMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import { withThousands } from "@litfass/contract/kernel/thousands";
import { type Html, html } from "@litfass/platform/http/pages/html";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import { bidAnswerTexts } from "./bid-outcome-texts.ts";
import { type MonitoredCampaign, monitorCampaigns } from "./monitor-campaigns.ts";
import { mountOperation, type OperationCall, pageLinks, sendOperation } from "./operation-page.ts";
import { textsOf } from "./texts.ts";
import { when } from "./when.ts";

const path = "/campaign-monitoring";
const perPage = 50;
const dayMs = 24 * 60 * 60 * 1000;

/** Active campaigns and how delivery does for them, with a warning where it stands still (PAGE-011, PAGE-012). */
export function monitoringPage(app: FastifyInstance, platform: Platform): void {
  mountOperation(app, path, async (call) => {
    const texts = textsOf(call.lang);
    const page = Math.min(10_000, Math.max(1, Number.parseInt(call.query.page ?? "1", 10) || 1));
    const { campaigns, active, stalled } = await monitorCampaigns(platform, { page, perPage });
    const pages = Math.max(1, Math.ceil(active / perPage));
    const at = (to: number) => `${path}?page=${to}`;
    const body = html`<div class="sheet">${
      campaigns.length > 0 ? table(call, campaigns) : html`<p class="pad">${texts.monitoring.none}</p>`
    }</div>
${pageLinks(call.lang, page > 1 ? at(page - 1) : null, page < pages ? at(page + 1) : null, texts.pageOf(page, pages))}`;
    const answers = await listBidAnswers(platform.db, new Date(platform.clock.now().getTime() - dayMs));
    const { title, lead } = texts.monitoring;
    return sendOperation(call, "campaignMonitoring", {
      title: title(active, stalled),
      lead,
      body: html`${body}${answersTable(call, answers)}`,
    });
  });
}

const money = (micros: bigint, currency: string): string => `${currency} ${formatMinor(minorOfMicros(micros))}`;
const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
const day = (on: string): string => on.split("-").reverse().join(".");

function table(call: OperationCall, campaigns: MonitoredCampaign[]): Html {
  const { columns, ...texts } = textsOf(call.lang).monitoring;
  const row = (each: MonitoredCampaign) => html`<tr>
<td data-label="${columns.campaign}"><div><a href="/users/${each.ownerUid}/campaigns/${each.id}">${each.name}</a><span class="small">${each.id}</span></div></td>
<td data-label="${columns.owner}"><div><a href="/users/${each.ownerUid}">${each.owner}</a></div></td>
<td data-label="${columns.today}" class="number">${spentToday(each, texts.ofShare)}</td>
<td data-label="${columns.share}" class="number">${money(each.evenDayMicros, each.currency)}</td>
<td data-label="${columns.visibility}" class="number">${each.visibility === null ? "-" : percent(each.visibility)}</td>
<td data-label="${columns.last}"><div><span class="when">${lastImpression(each, texts)}</span>${
    each.stalled && html`<strong class="small warn">▲ ${texts.stalled}</strong>`
  }</div></td></tr>`;
  return html`<table><thead><tr><th>${columns.campaign}</th><th>${columns.owner}</th><th class="number">${columns.today}</th><th class="number">${columns.share}</th><th class="number">${columns.visibility}</th><th>${columns.last}</th></tr></thead><tbody>${campaigns.map(row)}</tbody></table>`;
}

/** Why chances to advertise were not taken, whatever the campaign. */
function answersTable({ lang }: OperationCall, answers: { answer: BidAnswer; chances: number }[]): Html {
  const texts = textsOf(lang).monitoring.answers;
  const names = bidAnswerTexts(lang);
  const all = answers.reduce((sum, { chances }) => sum + chances, 0);
  const row = ({ answer, chances }: { answer: BidAnswer; chances: number }) => html`<tr>
<td data-label="${texts.answer}"><div>${names[answer] ?? answer}</div></td>
<td data-label="${texts.chances}" class="number">${withThousands(String(chances))}</td>
<td data-label="${texts.share}" class="number">${percent(chances / all)}</td></tr>`;
  const rows = html`<table><thead><tr><th>${texts.answer}</th><th class="number">${texts.chances}</th><th class="number">${texts.share}</th></tr></thead><tbody>${answers.map(row)}</tbody></table>`;
  return html`<h2>${texts.title}</h2><p class="lead">${texts.lead}</p>
<div class="sheet">${all > 0 ? rows : html`<p class="pad">${texts.none}</p>`}</div>`;
}

const spentToday = (each: MonitoredCampaign, ofShare: (text: string) => string): Html =>
  html`<div>${money(each.spentTodayMicros, each.currency)}${
    each.evenDayMicros > 0n &&
    html`<span class="small">${ofShare(percent(Number(each.spentTodayMicros) / Number(each.evenDayMicros)))}</span>`
  }</div>`;

function lastImpression(
  { lastImpressionAt, hasBegun, startOn }: MonitoredCampaign,
  texts: { never: string; begins(on: string): string },
): string {
  if (lastImpressionAt) return when(lastImpressionAt);
  return hasBegun ? texts.never : texts.begins(day(startOn));
}
