import type { AdEvent } from "@litfass/contract/events/ad-event";
import { eventsOf, readEventColumns } from "@litfass/events/format/event-columns";
import { EventEncoder } from "@litfass/events/format/event-encoder";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addressesOf,
  someAgent,
  type TestAdServer,
  testAdServer,
  testRequest,
  testSnapshot,
} from "../../testing/testing-ad-server.ts";
import { countHeld, heldMs } from "./count-impression.ts";
import { replayJournal } from "./replay-journal.ts";

const parameters = {
  seed: Number(process.env.FAULT_SEED ?? 20_261_128),
  numRuns: process.env.FAULT_RUNS ? 2_000 : 100,
};
const price = 25_000;
const windowMs = 600_000;
const ads = 4;

const agents = {
  person: { "user-agent": someAgent },
  bot: { "user-agent": "Googlebot/2.1" },
  prefetch: { "user-agent": someAgent, "sec-purpose": "prefetch" },
};
const ad = fc.nat({ max: ads - 1 });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("notice" as const), ad, hasPrice: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("pixel" as const),
      ad,
      by: fc.constantFrom("person" as const, "bot" as const, "prefetch" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("view" as const), ad }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("pass" as const),
      ms: fc.constantFrom(1, 1, 4_000, 4_000, 6_000, heldMs, 595_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("restart" as const), shipped: fc.nat({ max: 30 }) }) },
);

/** What an impression is to the model: its charge once it is decided, or until when it is held. */
type Model = { charge?: number; heldUntilMs?: number };

async function replaced(killed: TestAdServer, shipped: number): Promise<TestAdServer> {
  const encoder = new EventEncoder();
  for (const event of killed.events) encoder.add(event);
  const journal: AdEvent[] = [...eventsOf(readEventColumns(encoder.take(), killed.events.length), "p", 0)];
  const adServer = testAdServer([testSnapshot()]);
  adServer.clock.set(killed.clock.now());
  async function* before() {
    yield* journal.slice(0, shipped);
  }
  const { counting } = adServer.instance;
  await replayJournal(counting, journal.slice(shipped), { shipped: before, knowsSinceMs: () => 0 });
  adServer.events.push(...killed.events);
  const charged = adServer.events.reduce((sum, { charge_micros: charge }) => sum + charge, 0);
  adServer.engine.leases.current.get(1)!.consumedMicros = charged + (adServer.engine.leases.held.get("lease-1") ?? 0);
  return adServer;
}

test("in any order of notices, pixels, views, time and kills each impression is charged as a simple model says, once", async () => {
  console.log("property test with seed", parameters.seed);
  let [charged, undone, restarts] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30, size: "max" }), async (steps) => {
      let adServer = testAdServer([testSnapshot()]);
      const won = [];
      for (let i = 0; i < ads; i++) {
        const request = testRequest({ user: {} });
        const { body } = await adServer.bid(request);
        const { adm, burl } = body.seatbid[0].bid[0];
        won.push({ auction: request.id, burl, ...addressesOf(adm) });
      }
      const startMs = adServer.clock.now().getTime();
      const models: Model[] = won.map(() => ({}));
      const due = (nowMs: number): void => {
        for (const model of models) if ((model.heldUntilMs ?? nowMs + 1) <= nowMs) settle(model, price);
      };
      const settle = (model: Model, charge: number): void => {
        if (model.heldUntilMs !== undefined && charge === 0) undone++;
        model.charge = charge;
        delete model.heldUntilMs;
      };
      for (const each of steps) {
        const nowMs = adServer.clock.now().getTime();
        const isLate = nowMs - startMs > windowMs;
        if (each.kind === "pass") {
          adServer.clock.advance(each.ms);
          await countHeld(adServer.instance.counting);
          due(nowMs + each.ms);
        } else if (each.kind === "restart") {
          restarts++;
          adServer = await replaced(adServer, Math.min(each.shipped, adServer.events.length));
          for (const model of models) if (model.heldUntilMs !== undefined) model.heldUntilMs = nowMs + heldMs;
        } else {
          const [bid, model] = [won[each.ad]!, models[each.ad]!];
          const isOpen = model.charge === undefined;
          const isHeld = model.heldUntilMs !== undefined;
          if (each.kind === "notice") {
            await adServer.call("GET", bid.burl.replace(`\${AUCTION_PRICE}`, each.hasPrice ? "6" : ""));
            if (isOpen && !isHeld) {
              if (isLate) settle(model, 0);
              else model.heldUntilMs = nowMs + heldMs;
            }
          } else if (each.kind === "view") {
            await adServer.call("GET", bid.viewable, { headers: agents.person });
            if (isHeld) settle(model, price);
          } else {
            await adServer.call("GET", bid.impression, { headers: agents[each.by] });
            // A late pixel leaves the decision to the time.
            if (isOpen && each.by !== "prefetch" && !(isHeld && isLate)) {
              settle(model, each.by === "person" && !isLate ? price : 0);
            }
          }
        }
        expectEqual(adServer, won, models);
      }
      adServer.clock.advance(heldMs);
      await countHeld(adServer.instance.counting);
      due(adServer.clock.now().getTime());
      expectEqual(adServer, won, models);
      expect(adServer.engine.leases.held.size).toBe(0);
      charged += models.filter(({ charge }) => charge === price).length;
    }),
    parameters,
  );
  console.log(`${charged} impressions charged, ${undone} held ones undone, ${restarts} restarts`);
  expect(Math.min(charged, undone, restarts)).toBeGreaterThan(15);
});

/** Events and leases agree with the model after each step, and no ad is decided twice. */
function expectEqual({ events, engine }: TestAdServer, won: { auction: string }[], models: Model[]): void {
  const decisions = won.map(({ auction }) =>
    events.filter(
      ({ kind, invalid, auction_id: id }) =>
        id === auction && kind === "impression" && invalid !== "duplicate" && invalid !== "prefetch",
    ),
  );
  expect(decisions.map((each) => each.map(({ charge_micros: charge }) => charge))).toEqual(
    models.map(({ charge }) => (charge === undefined ? [] : [charge])),
  );
  const held = models.filter(({ heldUntilMs }) => heldUntilMs !== undefined).length * price;
  const charged = models.reduce((sum, { charge = 0 }) => sum + charge, 0);
  expect([engine.leases.held.get("lease-1") ?? 0, engine.leases.current.get(1)!.consumedMicros]).toEqual([
    held,
    held + charged,
  ]);
}
