import { finishLeases, grantLeases } from "@litfass/adserver/sync/lease-sql";
import { testSnapshot } from "@litfass/adserver/testing/testing-ad-server";
import { outputOf } from "@litfass/platform/command/execute";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appServices, createAppExecutor } from "../../processes/app-executor.ts";
import { type Stack, startStack } from "../../testing/stack.ts";
import { findCampaignBudget, publishCampaign, releaseLeases } from "./index.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

test("a lease whose charges never arrived is released after a week, with an audit entry", async () => {
  const { db } = stack.platform;
  const snapshot = testSnapshot({ campaignId: 1, budgetMicros: "10000000" });
  await db.transaction((tx) => publishCampaign(tx, snapshot, stack.clock.now()));
  const request = { campaignId: 1, dayOn: "2026-03-02", addMicros: 50_000, dayLimitMicros: 1e12 };
  const [grant] = await grantLeases(db, "p", [request], stack.clock.now());
  await finishLeases(db, [{ id: grant?.leaseId ?? "", finalMicros: 25_000 }]);
  const leased = async () => (await findCampaignBudget(db, 1))?.leasedMicros;
  expect(await leased()).toBe(25_000n);
  const execute = createAppExecutor(stack.platform, appServices(stack.platform));
  const actor = { kind: "job", name: "test" } as const;
  const release = async () => outputOf(await execute(releaseLeases, { actor, input: null, lang: "en" }));
  await db.execute(
    sql`UPDATE leases SET closed_at = ${stack.clock.now().toISOString()}::timestamptz - interval '6 days'`,
  );
  expect(await release()).toBe(0);
  await db.execute(
    sql`UPDATE leases SET closed_at = ${stack.clock.now().toISOString()}::timestamptz - interval '8 days'`,
  );
  expect(await release()).toBe(1);
  expect(await leased()).toBe(0n);
  const { rows } = await db.execute(sql`
    SELECT action, subject_id, changes FROM audit_entries WHERE command = 'spend.release_leases'`);
  expect(rows).toEqual([
    {
      action: "release_leases",
      subject_id: grant?.leaseId,
      changes: [{ field: "granted_micros", before: "25000", after: "0" }],
    },
  ]);
  expect(await release()).toBe(0);
});
