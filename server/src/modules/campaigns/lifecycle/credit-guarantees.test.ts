import type { AdEventKind } from "@litfass/contract/events/ad-event";
import { importEvents } from "@litfass/events/index";
import { sampleEvent } from "@litfass/events/testing/sample-event";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { creditManually } from "../../billing/index.ts";
import { closeCampaigns } from "../index.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const impressions = 1_200;
const measured = 1_000;
const viewable = 600;

test("[CLAIM-002] the job credits a settled campaign below 70% of the measured impressions once, in the statement and by mail", async () => {
  const customer = await stack.signIn({ uid: "seen-too-little", role: "customer" });
  const { db, clickhouse, jobs, clock } = stack.platform;
  const ownerUid = customer.uid!;
  await db.transaction((tx) =>
    creditManually(tx, { ownerUid, currency: "CHF", amountMicros: 100_000_000n, key: "guarantee:credit" }),
  );
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into campaigns (owner_uid, name, status, currency, total_budget_micros, start_on, end_on, activated_at,
      ended_at, ended_reason, created_at, updated_at)
    values (${ownerUid}, 'Herbst in Bern', 'ENDED', 'CHF', 25000000, '2026-02-01', '2026-02-28', now(),
      ${clock.now().toISOString()}, 'period', now(), now()) returning id`);
  const campaignId = Number(rows[0]!.id);
  const { reserveBudget, consumeSpend } = await import("../../billing/index.ts");
  await db.transaction(async (tx) => {
    await reserveBudget(tx, {
      ownerUid,
      currency: "CHF",
      campaignId,
      amountMicros: 25_000_000n,
      key: "guarantee:reserve",
    });
    await consumeSpend(tx, [{ campaignId, amountMicros: 25_000_000n }]);
  });
  const times = (count: number, kind: AdEventKind) =>
    Array.from({ length: count }, () =>
      sampleEvent({ kind, at: "2026-02-10T09:00:00.000Z", campaign_id: campaignId, charge_micros: 0 }),
    );
  await importEvents(clickhouse, "p", [
    ...times(impressions, "impression"),
    ...times(measured, "measured"),
    ...times(viewable, "viewable"),
  ]);
  const guaranteesOwed = async () => {
    await jobs.send("campaigns.credit-guarantees", {});
    await jobs.drain("campaigns.credit-guarantees");
    return (await customer.get("/billing/transactions")).body.data.filter(
      (row: { kind: string }) => row.kind === "guarantee",
    );
  };
  expect(await guaranteesOwed()).toEqual([]);
  await closeCampaigns(stack.app.services);
  // The last views may still arrive.
  expect(await guaranteesOwed()).toEqual([]);
  stack.clock.advance(45 * 60_000);
  const [credit, ...others] = await guaranteesOwed();
  expect(others).toEqual([]);
  expect(credit).toMatchObject({
    amount: 2.5,
    campaign_id: campaignId,
    description: "Visibility guarantee: Herbst in Bern",
  });
  expect(await guaranteesOwed()).toHaveLength(1);
  const { rows: reviews } = await db.execute(sql`select * from guarantee_reviews where campaign_id = ${campaignId}`);
  expect(reviews).toMatchObject([{ impressions: "1200", measured_impressions: "1000", viewable_impressions: "600" }]);
  await jobs.drain("billing.mail-guarantee");
  expect(stack.outbox.filter(({ subject }) => subject.includes("Herbst in Bern"))).toHaveLength(1);
});
