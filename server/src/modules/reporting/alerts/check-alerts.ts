import { minorOfMicros, moneyText } from "@litfass/contract/kernel/money";
import { withThousands } from "@litfass/contract/kernel/thousands";
import type { AlertRule } from "@litfass/contract/reporting/alerts";
import type { Values } from "@litfass/platform/i18n/catalog";
import { listLiveSince } from "../../spend/index.ts";
import { listDelivering } from "../diagnosis/silence-sql.ts";
import { listCharges, listFigures } from "../metrics/figures-sql.ts";
import { callerOf } from "../report-caller.ts";
import { addDays, dayIn, startOfDay } from "../report-period.ts";
import type { ReportingContext } from "../reporting-context.ts";
import { type Alerted, noteIncidents } from "./alert-commands.ts";
import { type AlertRow, listActiveAlerts } from "./alert-sql.ts";
import { applies, type Observed } from "./incidents.ts";

export const checkJob = "statistics.check-alerts";
const hourMs = 3_600_000;
const maxChecked = 50_000;
const maxCampaigns = 1_000;

/** Compares the running campaigns of everyone who set an alert with it, and requests a mail for each new incident. */
export async function checkAlerts(context: ReportingContext): Promise<void> {
  const { platform, execute } = context;
  const alerts = await listActiveAlerts(platform.db, maxChecked);
  const owners = Map.groupBy(alerts, ({ ownerUid }) => ownerUid);
  const silent = await silentHoursOf(context, hoursIn(alerts));
  for (const [ownerUid, own] of owners) {
    const { seen, today } = await observe(context, ownerUid, own, silent);
    for (const { id, rule, campaignId } of own) {
      const about = rule.kind === "daily_spend" ? today : "";
      const met = seen
        .filter((campaign) => (campaignId === null || campaign.id === campaignId) && applies(rule, campaign))
        .map((campaign) => ({
          ...{ campaignId: campaign.id, name: campaign.name, about, values: valuesOf(rule, campaign) },
        }));
      const input: { id: string; rule: AlertRule; met: Alerted[] } = { id, rule, met };
      await execute(noteIncidents, { actor: { kind: "job", name: checkJob }, input, lang: "en" });
    }
  }
}

const hoursIn = (alerts: AlertRow[]): number[] =>
  [...new Set(alerts.flatMap(({ rule }) => (rule.kind === "silent" ? [rule.hours] : [])))].sort((a, b) => a - b);

/** For how many of these hours each campaign has run without an impression; those that deliver are absent. */
async function silentHoursOf({ platform }: ReportingContext, hours: number[]): Promise<Map<number, number>> {
  const { db, clickhouse, clock } = platform;
  const now = clock.now();
  const silent = new Map<number, number>();
  for (const count of hours) {
    const since = new Date(now.getTime() - count * hourMs);
    const delivering = await listDelivering(clickhouse, since);
    for (const { campaignId } of await listLiveSince(db, since, now))
      if (!delivering.has(campaignId)) silent.set(campaignId, count);
  }
  return silent;
}

/** The running campaigns that an owner may access now, with the figures that the owner's alerts need. */
async function observe(
  { platform, sources }: ReportingContext,
  ownerUid: string,
  alerts: AlertRow[],
  silent: Map<number, number>,
): Promise<{ seen: Observed[]; today: string }> {
  const { db, clickhouse, clock } = platform;
  const now = clock.now();
  const caller = await callerOf(db, ownerUid);
  if (caller === null) return { seen: [], today: "" };
  const live = new Set((await listLiveSince(db, now, now)).map(({ campaignId }) => campaignId));
  const isAboutAll = alerts.some(({ campaignId }) => campaignId === null);
  const ids = alerts.flatMap(({ campaignId }) => campaignId ?? []);
  const facts = (await sources.campaignsFor(caller, { ...(!isAboutAll && { ids }), limit: maxCampaigns })).filter(
    ({ id }) => live.has(id),
  );
  const timeZone = await sources.timeZoneOf(caller);
  const today = dayIn(timeZone, now);
  if (facts.length === 0) return { seen: [], today };
  const scope = { campaignIds: facts.map(({ id }) => id) };
  const endAt = startOfDay(addDays(today, 1), timeZone);
  const day = { timeZone, fromAt: startOfDay(today, timeZone), endAt };
  const run = { timeZone, fromAt: new Date(0), endAt };
  const spent = await listCharges(clickhouse, { scope, period: day, now });
  const figures = await listFigures(clickhouse, { scope, period: run, grouping: "campaign", now, limit: maxCampaigns });
  const lifetime = new Map(figures.map((row) => [Number(row.key), row]));
  return {
    today,
    seen: facts.map(({ id, name, currency, budgetMicros }) => ({
      ...{ id, name, currency, budgetMicros },
      todayMicros: spent.get(id) ?? 0n,
      spentMicros: lifetime.get(id)?.chargeMicros ?? 0n,
      impressions: lifetime.get(id)?.impressions ?? 0,
      clicks: lifetime.get(id)?.clicks ?? 0,
      silentHours: silent.get(id) ?? 0,
    })),
  };
}

/** The figures in a mail. */
function valuesOf(rule: AlertRule, seen: Observed): Values {
  switch (rule.kind) {
    case "daily_spend":
      return {
        value: moneyText(minorOfMicros(seen.todayMicros), seen.currency),
        limit: moneyText(rule.amount, seen.currency),
      };
    case "low_ctr":
      return {
        value: `${((seen.clicks / seen.impressions) * 100).toFixed(2)}%`,
        limit: `${rule.percent.toFixed(2)}%`,
        impressions: withThousands(String(seen.impressions)),
      };
    case "silent":
      return { count: rule.hours };
    case "budget_used":
      return { value: `${(seen.spentMicros * 100n) / seen.budgetMicros}%`, limit: `${rule.percent}%` };
  }
}
