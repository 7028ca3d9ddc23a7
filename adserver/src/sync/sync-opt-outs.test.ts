import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { inMemoryOptOuts } from "../serving/transparency/opt-outs.ts";
import { addAudienceMembers, addFrequency } from "./shared-state-sql.ts";
import { syncOptOuts } from "./sync-opt-outs.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const storedKeys = async (): Promise<string[]> => {
  const { rows } = await stack.platform.db.execute<{ key: string }>(sql`
    SELECT visitor_key AS key FROM frequency_counts UNION SELECT visitor_key FROM visitor_contacts ORDER BY 1`);
  return rows.map(({ key }) => key);
};

test("an opt-out reaches every process, outlives a restart, and deletes what is stored about the visitor", async () => {
  const { db } = stack.platform;
  const [first, second] = [inMemoryOptOuts(), inMemoryOptOuts()];
  const [shareFirst, shareSecond] = [syncOptOuts(db, first), syncOptOuts(db, second)];
  await shareFirst();
  await shareSecond();
  const save = async () => {
    const keys = ["leaving", "staying"];
    await addFrequency(
      db,
      keys.map((visitorKey) => ({ campaignId: 1, visitorKey, impressions: 2 })),
    );
    await addAudienceMembers(
      db,
      keys.map((visitorKey) => ({ visitorKey, ownerUid: "owner-1" })),
    );
  };
  await save();
  first.add("leaving");
  await shareFirst();
  expect(await storedKeys()).toEqual(["staying"]);
  // Another process had a count in memory.
  await save();
  await shareSecond();
  expect([second.has("leaving"), second.has("staying"), await storedKeys()]).toEqual([true, false, ["staying"]]);
  const restarted = inMemoryOptOuts();
  await syncOptOuts(db, restarted)();
  expect(restarted.has("leaving")).toBe(true);
});

test("an opt-out is forgotten when its cookie expires, and the oldest go first above the limit", async () => {
  const { db } = stack.platform;
  await db.execute(sql`INSERT INTO visitor_opt_outs VALUES ('expired', now() - interval '401 days')`);
  const optOuts = inMemoryOptOuts(2);
  await syncOptOuts(db, optOuts)();
  expect(optOuts.has("expired")).toBe(false);
  const { rows } = await db.execute(sql`SELECT 1 FROM visitor_opt_outs WHERE visitor_key = 'expired'`);
  expect(rows).toEqual([]);
  for (const key of ["a", "b", "c"]) optOuts.add(key);
  expect(["a", "b", "c"].map(optOuts.has)).toEqual([false, true, true]);
});
