import { randomInt } from "node:crypto";
import { exchangeTerms } from "@litfass/adserver/auction/exchange-terms";
import { addressesOf, testAdServer, testRequest, testSnapshot } from "@litfass/adserver/testing/testing-ad-server";
import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import { batchContentType, batchToken, signBatch } from "@litfass/events/format/batch";
import { EventEncoder } from "@litfass/events/format/event-encoder";
import type { Exchange } from "@litfass/platform/config/exchanges";
import { seededRandom } from "@litfass/platform/random";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../testing/stack.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.close());

const margins = { minimum: 10, target: 20 };
/** Rates with two decimals at most, so that the exchanges' sums are exact in integers. */
const perFranc = { CHF: 1, EUR: 1.07, USD: 1.25 };
const exchanges = [
  { name: "plain", currency: "CHF", fees: { percent: 0, perThousand: 0, currency: "CHF" }, bills: true, margins },
  { name: "dear", currency: "USD", fees: { percent: 5.25, perThousand: 0.13, currency: "EUR" }, bills: true, margins },
  { name: "silent", currency: "EUR", fees: { percent: 12, perThousand: 0, currency: "CHF" }, bills: false, margins },
] as const satisfies (Exchange & { currency: string; bills: boolean })[];
/** `MEDIA_COST_AUCTIONS=100000` takes some minutes. */
const auctions = Number(process.env.MEDIA_COST_AUCTIONS ?? 900);
type Simulated = (typeof exchanges)[number];

/** An exact sum of money in an exchange's own books, as a fraction of a billionth of an account's currency. */
type Sum = { over: bigint; impressions: number };
const scale = 10n ** 12n;
const hundredths = (value: number): bigint => BigInt(Math.round(value * 100));

/** What the provider of the audience gets. */
const dataFee = { percent: 7.25, perThousand: 0.42, currency: "USD" } as const;
const dataPayee = "data:Datenhof";

/** A share of a price and an amount per thousand, times `scale`, in billionths of the account's currency. */
function exactFee(
  currency: keyof typeof perFranc,
  fee: { percent: number; perThousand: number; currency: keyof typeof perFranc },
  cpmMicros: number,
  account: "CHF" | "EUR",
): bigint {
  const convert = (amount: bigint, from: keyof typeof perFranc): bigint =>
    (amount * hundredths(perFranc[account])) / hundredths(perFranc[from]);
  const share = (BigInt(cpmMicros) * scale * hundredths(fee.percent)) / 10_000n;
  return convert(share, currency) + convert(hundredths(fee.perThousand) * 10_000n * scale, fee.currency);
}

/** What one impression costs at an exchange, likewise. */
const exactCost = ({ currency, fees }: Simulated, cpmMicros: number, account: "CHF" | "EUR"): bigint =>
  exactFee(currency, { ...fees, percent: 100 + fees.percent }, cpmMicros, account);

test(
  "over many auctions the media cost in the ledger equals each exchange's own sum to the micro",
  async () => {
    const seed = randomInt(2 ** 31 - 1);
    console.log(`media cost: seed ${seed}`);
    const random = seededRandom(seed);
    const below = (count: number): number => Math.floor(random.number() * count);
    const admin = await stack.signIn("admin");
    const imported = { name: "Readers", size: 9, segment_ids: ["r1"] };
    expect((await admin.post("/audiences", { provider: "Datenhof", audiences: [imported] })).status).toBe(200);
    const [{ id: audience }] = (await admin.post("/user-campaigns/audiences/search", { q: "readers" })).body;
    const targeting = { audiences: ["r1"], dataFees: [{ audience, segments: ["r1"], ...dataFee }] };
    const other = { campaignId: 2, currency: "EUR", ownerUid: "owner-2", targeting };
    const campaigns = [
      testSnapshot({ campaignId: 1, targeting, budgetMicros: "9000000000000" }),
      testSnapshot({ ...other, budgetMicros: "9000000000000" }),
    ];
    const user = (id: number) => ({ id: `v${id}`, data: [{ segment: [{ id: "r1" }] }] });
    const adServer = testAdServer(campaigns, { exchanges: [...exchanges], seed });
    adServer.engine.rates = { asOfOn: "2026-03-02", perFranc };
    adServer.engine.terms = exchangeTerms([...exchanges]);
    const [sums, fees, data] = [new Map<string, Sum>(), new Map<string, Sum>(), new Map<string, Sum>()];
    const clearing = new Map<string, bigint>();
    let unknown = 0;

    for (let auction = 0; auction < auctions; auction++) {
      const exchange = exchanges[below(exchanges.length)]!;
      adServer.clock.advance(500);
      // In first-price auctions bids are shaded, and the winner pays its bid.
      const at = 1 + below(2);
      const request = testRequest({ at, cur: [exchange.currency], user: user(auction) });
      const answer = await adServer.bid(request, exchange.name);
      if (answer.status !== 200) continue;
      const bid = answer.body.seatbid[0].bid[0];
      const steps = Math.round(bid.price * 10_000);
      const cpmMicros = 100 * (at === 1 ? steps : 1 + below(steps));
      const isHidden = random.number() < 0.05;
      const told = isHidden ? "" : String(cpmMicros / 1_000_000);
      const send = (address: string) => adServer.call("GET", address.replace(`\${AUCTION_PRICE}`, told));
      const { impression, viewable } = addressesOf(bid.adm);
      const calls = [bid.nurl, impression, ...(exchange.bills ? [bid.burl] : [])];
      const repeated = random.number() < 0.1 ? [...calls, ...calls] : calls;
      for (const address of repeated.toSorted(() => random.number() - 0.5)) await send(address);
      await send(viewable);
      if (isHidden) {
        unknown++;
        continue;
      }
      const account = bid.cid === "1" ? "CHF" : "EUR";
      add(sums, `${exchange.name} ${account}`, exactCost(exchange, cpmMicros, account));
      add(fees, `${exchange.name} ${account}`, exactFee(exchange.currency, exchange.fees, cpmMicros, account));
      add(data, `${dataPayee} ${account}`, exactFee(exchange.currency, dataFee, cpmMicros, account));
      clearing.set(exchange.name, (clearing.get(exchange.name) ?? 0n) + BigInt(cpmMicros));
    }
    const costs = adServer.events.filter(({ kind }) => kind === "cost");
    expect(costs.length).toBeGreaterThan(300);
    expect(unknown).toBeGreaterThan(0);

    let first = 0;
    for (let rest = adServer.events; rest.length > 0; ) {
      const events = rest.slice(0, 1 + below(Math.max(200, auctions / 25)));
      rest = rest.slice(events.length);
      await send(events, first);
      if (random.number() < 0.3) await send(events, first);
      first += events.length;
    }

    const { rows } = await stack.platform.db.execute<{ account: string; micros: string }>(sql`
    select a.exchange || ' ' || a.currency as account, sum(l.amount_micros)::bigint as micros
    from ledger_accounts a join ledger_movements l on l.account_id = a.id where a.kind = 'media_payable' group by 1`);
    const owed = new Map(rows.map(({ account, micros }) => [account, BigInt(micros)]));
    expect(data.size).toBe(2);
    expect([...owed.keys()].sort()).toEqual([...sums.keys(), ...data.keys()].sort());
    expectSums(owed, new Map([...sums, ...data]));
    const { rows: all } = await stack.platform.db.execute<{ micros: string }>(sql`
    select sum(l.amount_micros)::bigint as micros from ledger_accounts a join ledger_movements l on l.account_id = a.id
    where a.kind = 'media_cost'`);
    expect(BigInt(all[0]!.micros)).toBe(-[...owed.values()].reduce((sum, micros) => sum + micros, 0n));

    const ofData = new Map(["CHF", "EUR"].map((currency) => [currency, owed.get(`${dataPayee} ${currency}`) ?? 0n]));
    for (const account of data.keys()) owed.delete(account);
    expect(await read("select currency as name, sum(data_fee_micros) as n from margin_spans group by name")).toEqual(
      Object.fromEntries([...ofData].map(([currency, micros]) => [currency, Number(micros)])),
    );
    const told = await read(
      "select exchange || ' ' || currency as name, sum(exchange_fee_micros) as n from margin_spans group by name",
    );
    expectSums(new Map(Object.entries(told).map(([account, micros]) => [account, BigInt(micros)])), fees);
    expect(
      await read(
        "select exchange || ' ' || currency as name, sum(media_cost_micros) as n from margin_spans group by name having n > 0",
      ),
    ).toEqual(Object.fromEntries([...owed].map(([account, micros]) => [account, Number(micros)])));
    expect(
      await read(
        "select exchange || ' ' || currency as name, sum(costs) as n from margin_spans group by name having n > 0",
      ),
    ).toEqual(Object.fromEntries([...sums].map(([account, { impressions }]) => [account, impressions])));
    expect(await read("select exchange as name, sum(clearing_micros) as n from clearing_spans group by name")).toEqual(
      Object.fromEntries([...clearing].map(([exchange, micros]) => [exchange, Number(micros)])),
    );
    const accountant = await stack.signIn("accountant");
    const reported = async (grouping: string) =>
      (await accountant.get(`/statistics/margins?group_by=${grouping}&from=2026-03-01&to=2026-03-31`)).body;
    const { rows: booked } = await stack.platform.db.execute<{ currency: string; micros: string }>(sql`
    select a.currency, sum(l.amount_micros)::bigint as micros from ledger_accounts a
    join ledger_movements l on l.account_id = a.id where a.kind = 'media_cost' group by 1 order by 1`);
    const units = (micros: bigint | string): number => Math.round(Number(micros) / 10_000) / 100;
    for (const grouping of ["campaign", "exchange", "site"]) {
      const { data, totals } = await reported(grouping);
      type Figures = { currency: string; media_cost: number; data_fee: number };
      expect(totals.map((each: Figures) => [each.currency, each.media_cost, each.data_fee])).toEqual(
        booked.map(({ currency, micros }) => {
          const provided = ofData.get(currency) ?? 0n;
          return [currency, units(-BigInt(micros) - provided), units(provided)];
        }),
      );
      const shown = (rows: { impressions: number }[]) => rows.reduce((sum, { impressions }) => sum + impressions, 0);
      expect(shown(data)).toBe(shown(totals));
    }
    const byExchange = (await reported("exchange")).data as { key: string; currency: string; media_cost: number }[];
    expect(Object.fromEntries(byExchange.map((row) => [`${row.key} ${row.currency}`, row.media_cost]))).toEqual(
      Object.fromEntries([...owed].map(([account, micros]) => [account, units(micros)])),
    );

    const perCurrency = await read(
      "select clearing_currency as name, count() as n from ad_events where kind = 'cost' group by name",
    );
    expect(Object.keys(perCurrency).sort()).toEqual(["CHF", "EUR", "USD"]);
  },
  240_000 + auctions * 15,
);

function add(sums: Map<string, Sum>, key: string, amount: bigint): void {
  const { over, impressions } = sums.get(key) ?? { over: 0n, impressions: 0 };
  sums.set(key, { over: over + amount, impressions: impressions + 1 });
}

/** Micros are those of exact sums, within half a micro for what is not a whole one. */
function expectSums(found: ReadonlyMap<string, bigint>, exact: ReadonlyMap<string, Sum>): void {
  for (const [account, { over }] of exact) {
    const difference = found.get(account)! * 1_000n * scale - over;
    const isSame = difference <= 501n * scale && difference >= -501n * scale;
    expect([account, isSame, String(difference / scale)]).toEqual([account, true, expect.any(String)]);
  }
}

/** Sends a batch as an ad server does. */
async function send(events: NewAdEvent[], firstSequence: number): Promise<void> {
  const encoder = new EventEncoder();
  for (const event of events) encoder.add(event);
  const bytes = Buffer.from(encoder.take());
  const token = batchToken({ process: "delivery-test", firstSequence, events: events.length });
  const [internal] = stack.platform.config.secrets.internal;
  const { statusCode, body } = await stack.app.inject({
    method: "POST",
    url: "/internal/events",
    headers: {
      "content-type": batchContentType,
      "x-litfass-batch": token,
      "x-litfass-signature": signBatch(internal, token, bytes),
    },
    payload: bytes,
  });
  expect([statusCode, body]).toEqual([200, expect.any(String)]);
}

async function read(query: string): Promise<Record<string, number>> {
  const result = await stack.platform.clickhouse.query({ query, format: "JSONEachRow" });
  const rows = await result.json<{ name: string; n: string }>();
  return Object.fromEntries(rows.map(({ name, n }) => [name, Number(n)]));
}
