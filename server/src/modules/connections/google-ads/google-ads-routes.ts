import { type GoogleAdsFilter, isSearchAdKey, type SearchAdKey } from "@litfass/contract/connections/google-ads";
import { endpoints } from "@litfass/contract/index";
import { metaOf } from "@litfass/contract/kernel/paging";
import { mount } from "@litfass/platform/http/mount";
import { invalid } from "@litfass/platform/problem";
import type { FastifyInstance } from "fastify";
import { accountTimeZone, daysOf, reportPeriod } from "../../reporting/index.ts";
import type { ConnectionContext } from "../connection-context.ts";
import { findConnection, findLatestUser, listConnectedUsers } from "../connection-sql.ts";
import { adFigures, grouped } from "../cost-figures.ts";
import { presentSource, readExternal, readingOf } from "../external-result.ts";
import { listSearchAdAccounts } from "./google-ads-api.ts";
import { readSearchAdParts, readSearchAds, type SearchAdCounts, type SearchAdRow } from "./google-ads-figures.ts";

const service = "google_ads";

/** Search advertising of every user with a connection, for the super admin. */
export function googleAdsRoutes(app: FastifyInstance, context: ConnectionContext): void {
  const { db, clock } = context.platform;

  mount(app, endpoints.listGoogleAdsUsers, async ({ query: { page, per_page, search } }) => {
    const { rows, total } = await listConnectedUsers(db, service, { page, perPage: per_page, search });
    const data = rows.map((row) => ({
      uid: row.uid,
      full_name: row.fullName,
      email: row.email,
      account_name: row.accountName,
      connected_at: row.connectedAt.toISOString(),
      needs_reconnect: row.brokenAt !== null,
    }));
    return { data, meta: metaOf(page, per_page, total) };
  });

  mount(app, endpoints.listGoogleAdsAccounts, async ({ caller, query }) => {
    const user = query.user ?? (await userFor(caller.uid));
    const read = await readExternal(context, { uid: user ?? "", service, question: "accounts" }, async (token) => {
      const { accounts: data, gaps } = await listSearchAdAccounts(context.platform, token);
      return { data, gaps };
    });
    const data = (read.data ?? []).map(({ id, name, currency, timeZone }) => ({
      id,
      name,
      currency,
      time_zone: timeZone,
    }));
    return { ...presentSource(read), user, data };
  });

  mount(app, endpoints.listGoogleAdsCampaigns, async ({ caller, query }) => {
    const { about, rows } = await readDays(caller.uid, query);
    return { ...about, data: campaignsOf(rows) };
  });

  mount(app, endpoints.showGoogleAdsStatistic, async ({ caller, query }) => {
    const { about, rows } = await readDays(caller.uid, query);
    return { ...about, ...adFigures(rows) };
  });

  mount(app, endpoints.showGoogleAdsImpressionsBy, async ({ caller, params: { impressionKey }, query }) => {
    if (!isSearchAdKey(impressionKey)) throw invalid({ impressionKey: ["rule.oneOf"] });
    return breakdown(caller.uid, query, impressionKey);
  });

  mount(app, endpoints.listGoogleAdsTable, async ({ caller, query }) => {
    const { about, rows } = await readDays(caller.uid, query);
    const all = tableRows(rows, query.group_by).filter(({ name }) =>
      name.toLowerCase().includes((query.search ?? "").toLowerCase()),
    );
    const sort = query.sort ?? "name";
    const sign = query.direction === "desc" ? -1 : 1;
    all.sort((a, b) => sign * compare(a[sort], b[sort]) || compare(a.key, b.key));
    const start = (query.page - 1) * query.per_page;
    return {
      ...about,
      data: all.slice(start, start + query.per_page),
      meta: metaOf(query.page, query.per_page, all.length),
    };
  });

  mount(app, endpoints.showGoogleAdsImpressionsChart, ({ caller, query }) => chart(caller.uid, query, ["impressions"]));
  mount(app, endpoints.showGoogleAdsImpressionsClicksChart, ({ caller, query }) =>
    chart(caller.uid, query, ["impressions", "clicks"]),
  );

  /** The user shown to a super admin who chose none. */
  const userFor = async (callerUid: string): Promise<string | null> =>
    (await findConnection(db, callerUid, service)) ? callerUid : findLatestUser(db, service);

  async function scopeOf(callerUid: string, query: GoogleAdsFilter) {
    const { from, to } = reportPeriod(query, accountTimeZone, clock.now());
    return { user: query.user ?? (await userFor(callerUid)), days: { from, to } };
  }

  const isChosen =
    ({ account, campaign }: GoogleAdsFilter) =>
    (row: { accountId: string; campaignId: string }): boolean =>
      (account === undefined || row.accountId === account) && (campaign === undefined || row.campaignId === campaign);

  async function readDays(callerUid: string, query: GoogleAdsFilter) {
    const { user, days } = await scopeOf(callerUid, query);
    const question = `days ${days.from} ${days.to}`;
    const read = await readExternal(context, { uid: user ?? "", service, question }, async (token) =>
      readingOf(await readSearchAds(context.platform, token, days)),
    );
    return { about: { ...presentSource(read), user, ...days }, rows: (read.data ?? []).filter(isChosen(query)) };
  }

  async function breakdown(callerUid: string, query: GoogleAdsFilter, key: SearchAdKey) {
    if (key === "campaign") {
      const { about, rows } = await readDays(callerUid, query);
      return { ...about, data: campaignsOf(rows).map(({ id, name, ...rest }) => ({ key: id, text: name, ...rest })) };
    }
    const { user, days } = await scopeOf(callerUid, query);
    const question = `${key} ${days.from} ${days.to}`;
    const read = await readExternal(context, { uid: user ?? "", service, question }, async (token) =>
      readingOf(await readSearchAdParts(context.platform, token, days, key)),
    );
    const parts = grouped((read.data ?? []).filter(isChosen(query)), (row) => row.key);
    const data = [...parts].map(([name, rows]) => ({ key: name, text: name, ...adFigures(rows) }));
    return { ...presentSource(read), user, ...days, data: data.sort(byImpressions) };
  }

  async function chart(callerUid: string, query: GoogleAdsFilter, keys: ("impressions" | "clicks")[]) {
    const { about, rows } = await readDays(callerUid, query);
    const byDay = grouped(rows, (row) => row.date);
    const points = (key: "impressions" | "clicks") =>
      daysOf(about).map((date) => ({ date, value: adFigures(byDay.get(date) ?? [])[key] }));
    return { ...about, series: keys.map((key) => ({ key, points: points(key) })) };
  }
}

const byImpressions = (a: { impressions: number }, b: { impressions: number }): number => b.impressions - a.impressions;

const compare = (a: string | number | null, b: string | number | null): number =>
  typeof a === "string" && typeof b === "string" ? a.localeCompare(b) : Number(a ?? 0) - Number(b ?? 0);

function campaignsOf(rows: SearchAdRow[]) {
  const campaigns = [...grouped(rows, (row) => row.campaignId)].map(([id, each]) => ({
    id,
    name: each[0].campaignName,
    status: each[0].status,
    account_id: each[0].accountId,
    ...adFigures(each),
  }));
  return campaigns.sort(byImpressions);
}

function tableRows(rows: (SearchAdRow & SearchAdCounts)[], groupBy: "campaign" | "day") {
  const groups = grouped(rows, (row) => (groupBy === "day" ? row.date : row.campaignId));
  return [...groups].map(([key, each]) => ({
    key,
    name: groupBy === "day" ? key : each[0].campaignName,
    account: groupBy === "day" ? "" : each[0].account,
    ...adFigures(each),
  }));
}
