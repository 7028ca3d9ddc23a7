import { type Finding, failed, formatDuration, notConfigured, ok, warning } from "../check.ts";
import type { ExchangeCheck, ExchangeContext } from "./exchange-check.ts";

const hourMs = 3_600_000;
/** A share of fewer requests or bids is not meaningful. */
const minSampleSize = 20;

/** Fewer faults may come from strangers. */
const minFaults = 5;

type Traffic = { requests: number; bids: number; wins: number; of(kind: string): number };

/** Counts of the current and the previous hour; ad servers save them every ten seconds. */
async function recentTraffic({ client, exchange, now }: ExchangeContext): Promise<Traffic> {
  const since = new Date(now().getTime() - hourMs).toISOString();
  const counts = await client.query<Record<"requests" | "bids" | "wins", string>>(
    `select coalesce(sum(requests), 0) as requests, coalesce(sum(bids), 0) as bids, coalesce(sum(wins), 0) as wins
    from exchange_traffic where exchange = $1 and hour_at >= date_trunc('hour', $2::timestamptz, 'UTC')`,
    [exchange.name, since],
  );
  const kinds = await client.query<{ kind: string; occurrences: string }>(
    `select kind, sum(occurrences) as occurrences from exchange_occurrences
    where exchange = $1 and hour_at >= date_trunc('hour', $2::timestamptz, 'UTC') group by kind order by kind limit 100`,
    [exchange.name, since],
  );
  const occurrences = new Map(kinds.rows.map(({ kind, occurrences: count }) => [kind, Number(count)]));
  const [row] = counts.rows;
  return {
    requests: Number(row?.requests ?? 0),
    bids: Number(row?.bids ?? 0),
    wins: Number(row?.wins ?? 0),
    of: (kind) => occurrences.get(kind) ?? 0,
  };
}

const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)}%`;

/** A check of the last hour's traffic. */
const onTraffic = (name: string, about: string, judge: (traffic: Traffic) => Finding): ExchangeCheck => ({
  name,
  about,
  run: async (context) => judge(await recentTraffic(context)),
});

/** A check of the share of requests with a fault; above `limit` the check ends with `severity`. */
const onShare = (
  [name, about]: [string, string],
  kinds: readonly string[],
  limit: number,
  [severity, remedy]: [typeof failed, string],
): ExchangeCheck =>
  onTraffic(name, about, ({ requests, of }) => {
    const count = kinds.reduce((sum, kind) => sum + of(kind), 0);
    const found = `${count} of ${requests} requests in the last hour (${percent(count, requests)})`;
    return count >= minFaults && count > limit * requests ? severity(found, remedy) : ok(found);
  });

const lastRequest: ExchangeCheck = {
  name: "last_request",
  about: "the exchange has sent requests lately",
  async run({ client, exchange, now }) {
    const { rows } = await client.query<{ at: Date | null }>(
      "select max(hour_at) as at from exchange_traffic where exchange = $1 and requests > 0",
      [exchange.name],
    );
    const at = rows[0]?.at ?? null;
    if (at === null) return warning("no request yet", "enter the bid URL and the secret at the exchange");
    const ageMs = now().getTime() - at.getTime();
    const found = `in the hour that began ${formatDuration(ageMs)} ago`;
    if (ageMs <= 3 * hourMs) return ok(found);
    return warning(found, "ask the exchange whether it throttles or blocks this bidder");
  },
};

const authorization = onTraffic("authorization", "the exchange's requests have its secret", ({ requests, of }) => {
  const refused = of("unauthorized");
  const found = `${refused} refused, ${requests} accepted in the last hour`;
  // Strangers try bid URLs, and so does the check that a secret is required.
  if (refused < minSampleSize || refused <= 0.01 * (refused + requests)) return ok(found);
  return failed(found, "enter the same secret here and at the exchange, and all of its networks");
});

const timeouts = onShare(["time_outs", "requests leave enough time"], ["too_late"], 0.05, [
  failed,
  "ask the exchange for a longer time limit, or lower the network's part under Exchanges",
]);
const readable = onShare(["readable_requests", "requests can be read"], ["unreadable_request"], 0.01, [
  failed,
  "let the proxy pass on requests unchanged, and ask the exchange whether they follow OpenRTB 2.x",
]);
const accepted = onShare(
  ["accepted_currencies", "requests accept a currency that has an exchange rate"],
  ["unsupported_currency"],
  0.05,
  [failed, "add the currency to the exchange's and to the exchange rates under Settings"],
);
const limit = onShare(["request_limit", "requests are within the limit per second"], ["over_request_limit"], 0.01, [
  warning,
  "raise the requests per second under Exchanges, or lower them at the exchange",
]);
const errors = onShare(
  ["errors", "ad servers are ready for the exchange's requests"],
  ["not_ready", "overloaded", "exchange_disabled"],
  0.01,
  [failed, "check the ad servers' load, clock and database, and that the exchange is enabled"],
);
const supplyChain = onShare(
  ["supply_chain", "requests have a supply chain that ends at the exchange"],
  ["no_supply_chain", "broken_supply_chain"],
  0.1,
  [warning, "check the exchange's domain here, and ask it to send source.schain"],
);

/** Requests that other checks report. */
const explainedKinds = [
  "unreadable_request",
  "too_late",
  "over_request_limit",
  "not_ready",
  "overloaded",
  "exchange_disabled",
  "unsupported_currency",
  "broken_supply_chain",
];

const bidRate = onTraffic("bid_rate", "some requests get bids", ({ requests, bids, of }) => {
  const found = `${bids} bids on ${requests} requests in the last hour (${percent(bids, requests)})`;
  const explained = explainedKinds.reduce((sum, kind) => sum + of(kind), 0);
  if (requests - explained < minSampleSize || bids > 0) return ok(found);
  return warning(found, "see why campaigns do not deliver, on their pages");
});

const winRate = onTraffic("win_rate", "some bids win", ({ bids, wins }) => {
  const found = `${wins} wins of ${bids} bids in the last hour (${percent(wins, bids)})`;
  if (bids < minSampleSize || wins > 0) return ok(found);
  return warning(found, "ask the exchange why it rejects bids: creatives may await its review");
});

const prices = onTraffic("prices", "notices tell prices that can be read", ({ wins, of }) => {
  const missing = of("price_missing");
  const unreadable = of("price_unreadable");
  const found = `${missing} missing, ${unreadable} unreadable of ${wins} wins in the last hour`;
  if (missing + unreadable < minFaults || missing + unreadable <= 0.05 * wins) return ok(found);
  if (missing > unreadable) return failed(found, `ask the exchange to replace \${AUCTION_PRICE} in notices`);
  return failed(found, "enter the price keys of the exchange here, or remove them if its prices are plain");
});

const buyerIds = onTraffic("buyer_ids", "requests bring back the IDs of synchronized visitors", ({ requests, of }) => {
  const found = `${percent(of("with_buyer_id"), requests)} of the last hour's requests`;
  if (requests < 1_000 || of("with_buyer_id") > 0) return ok(found);
  return warning(found, "ask the exchange to match users and to send user.buyeruid");
});

const sellers: ExchangeCheck = {
  name: "sellers",
  about: "publishers' ads.txt authorize the exchange",
  async run({ client, exchange, now }) {
    if (exchange.domain === undefined) return notConfigured("no domain");
    const { rows } = await client.query<{ judged: string; unauthorized: string }>(
      `select count(*) as judged, count(*) filter (where verdict = 'unauthorised') as unauthorized
      from sellers where system = $1 and verdict is not null and seen_at > $2::timestamptz - interval '1 day'`,
      [exchange.domain, now().toISOString()],
    );
    const judged = Number(rows[0]?.judged ?? 0);
    const unauthorized = Number(rows[0]?.unauthorized ?? 0);
    const found = `${unauthorized} of ${judged} sellers of the last day are not authorized`;
    if (judged < minSampleSize || unauthorized <= 0.2 * judged) return ok(found);
    return warning(found, "ask the exchange about these sellers, and see them under Sellers");
  },
};

export const trafficChecks: readonly ExchangeCheck[] = [
  lastRequest,
  authorization,
  readable,
  timeouts,
  limit,
  errors,
  accepted,
  supplyChain,
  sellers,
  bidRate,
  winRate,
  prices,
  buyerIds,
];
