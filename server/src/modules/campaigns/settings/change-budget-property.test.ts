import { randomInt } from "node:crypto";
import { finishLeases, grantLeases, openLeases } from "@litfass/adserver/sync/lease-sql";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settleBatch } from "../../../processes/settle-batch.ts";
import { creditCustomer, startCampaign } from "../../../testing/campaigns.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
let owner: TestClient;
let campaignId: number;
const creditedMicros = 300_000_000n;

beforeAll(async () => {
  stack = await startStack();
  owner = await stack.signIn({ uid: "owner-1", role: "customer" });
  await creditCustomer(stack, "owner-1", creditedMicros);
  campaignId = await startCampaign(stack, owner, { total_budget: 50 });
});
afterAll(() => stack?.close());

const process = fc.constantFrom("a", "b");
const operation = fc.oneof(
  fc.record({ do: fc.constant("budget" as const), minor: fc.integer({ min: 1, max: 35_000 }) }),
  fc.record({ do: fc.constant("lowest" as const) }),
  fc.record({ do: fc.constant("lease" as const), process, micros: fc.integer({ min: 1, max: 30_000_000 }) }),
  fc.record({ do: fc.constant("spend" as const), process, part: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ do: fc.constant("finish" as const), process }),
  fc.record({ do: fc.constant("status" as const), status: fc.constantFrom("PAUSED", "ACTIVE") }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

const path = () => `/user-campaigns/${campaignId}`;
const soon = new Date("2026-03-02T10:00:00Z");
let batches = 0;

/** An ad server does one thing with its lease at a time; everything else runs at the same time. */
const turns = new Map<string, Promise<void>>();
function run(each: Operation): Promise<void> {
  if (!("process" in each)) return perform(each);
  const turn = (turns.get(each.process) ?? Promise.resolve()).then(() => perform(each));
  turns.set(
    each.process,
    turn.catch(() => {}),
  );
  return turn;
}

async function perform(each: Operation): Promise<void> {
  const { db } = stack.platform;
  switch (each.do) {
    case "budget": {
      const { status } = await owner.put(path(), { total_budget: each.minor / 100 });
      return expect([200, 422]).toContain(status);
    }
    case "lowest": {
      const { body } = await owner.post(`${path()}/budget-preview`, {});
      const { status } = await owner.put(path(), { total_budget: body.minimum });
      return expect([200, 422]).toContain(status);
    }
    case "lease": {
      const request = { campaignId, dayOn: "2026-03-02", addMicros: each.micros, dayLimitMicros: 1e12 };
      await grantLeases(db, each.process, [request], soon);
      return;
    }
    case "spend": {
      const [lease] = await openLeases(db, each.process);
      if (!lease) return;
      const micros = BigInt(Math.floor((lease.grantedMicros - lease.consumedMicros) * each.part));
      const spend = [
        { leaseId: lease.id, campaignId, amountMicros: micros, ownerUid: "owner-1", currency: "CHF", impressions: 1 },
      ];
      const key = `batch-${++batches}`;
      return db.transaction((tx) => settleBatch(stack.platform)(tx, { key, process: each.process, spend }));
    }
    case "finish": {
      const [lease] = await openLeases(db, each.process);
      if (lease) await finishLeases(db, [{ id: lease.id, finalMicros: lease.consumedMicros }]);
      return;
    }
    case "status":
      await owner.put(path(), { status: each.status });
  }
}

/** Delivery within the budget, the ledger whole, and both with the same money. */
async function expectWhole(): Promise<void> {
  const { rows } = await stack.platform.db.execute<Record<string, string>>(sql`
    select c.total_budget_micros as total, b.budget_micros as budget, b.spent_micros as spent, b.leased_micros as leased,
      r.balance_micros as reserved, a.balance_micros as available,
      (select coalesce(sum(granted_micros - consumed_micros), 0) from leases
        where campaign_id = c.id and closed_at is null) as held,
      (select count(*) from (select 1 from ledger_lines group by entry_id having sum(amount_micros) <> 0) u) as unbalanced,
      (select count(*) from spend_losses) as losses
    from campaigns c join campaign_budgets b on b.campaign_id = c.id
    join ledger_accounts r on r.kind = 'reserved' and r.campaign_id = c.id
    join ledger_accounts a on a.kind = 'available' and a.owner_uid = c.owner_uid
    where c.id = ${campaignId}`);
  const sums = Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, BigInt(value)]));
  const { total = 0n, budget = 0n, spent = 0n, leased = 0n, reserved = 0n, available = 0n } = sums;
  expect(spent + leased <= budget, JSON.stringify(rows[0])).toBe(true);
  expect({ budget, reserved, all: available + reserved + spent, held: sums.held }).toEqual({
    budget: total,
    reserved: total - spent,
    all: creditedMicros,
    held: leased,
  });
  expect({ unbalanced: sums.unbalanced, losses: sums.losses }).toEqual({ unbalanced: 0n, losses: 0n });
}

test("raises, cuts, leases and spend in any order and at the same time: never more than the budget, the ledger whole", async () => {
  const seed = Number(globalThis.process.env.FAULT_SEED) || randomInt(2 ** 31 - 1);
  console.log(`budget change property test: seed ${seed}`);
  const atOnce = fc.array(operation, { minLength: 1, maxLength: 4 });
  const property = fc.asyncProperty(fc.array(atOnce, { minLength: 5, maxLength: 15 }), async (steps) => {
    for (const step of steps) {
      await Promise.all(step.map(run));
      await expectWhole();
    }
  });
  await fc.assert(property, { seed, numRuns: 12, endOnFailure: true });
}, 240_000);
