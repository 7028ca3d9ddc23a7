import { maxCounted } from "@litfass/contract/kernel/max-counted";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../testing/stack.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const chunkSize = 1_000;

/** Campaigns of a user, the newest with the highest number; in parts, because each row has many indexes. */
async function insertCampaigns(uid: string | null, number: number, status: string): Promise<void> {
  for (let first = 1; first <= number; first += chunkSize) {
    await stack.platform.db.execute(sql`
      insert into campaigns (owner_uid, name, status, currency, total_budget_micros, start_on, end_on, created_at, updated_at)
      select ${uid}, 'Campaign ' || n, ${status}, 'CHF', 1000000, '2026-03-02', '2026-03-31', now() + n * interval '1 second', now()
      from generate_series(${first}::int, ${Math.min(first + chunkSize - 1, number)}::int) as n`);
  }
}

test("a long list is counted up to a limit, and its pages and statuses as well", async () => {
  const customer = await stack.signIn("customer");
  const admin = await stack.signIn("admin");
  await insertCampaigns(customer.uid, maxCounted + 1, "ENDED");
  await insertCampaigns(customer.uid, 3, "DRAFT");
  const { data, meta } = (await admin.get("/user-campaigns?per_page=10&status=ENDED")).body;
  expect(meta).toMatchObject({ total: maxCounted, last_page: maxCounted / 10 });
  expect(data[0].name).toBe(`Campaign ${maxCounted + 1}`);
  expect((await admin.get("/user-campaigns/counts")).body).toEqual({ ENDED: maxCounted, DRAFT: 3 });
  expect((await admin.get("/user-campaigns?status=DRAFT")).body.meta.total).toBe(3);
  const found = (await admin.get("/user-campaigns?search=aign 10001")).body;
  expect(found.data.map((each: { name: string }) => each.name)).toEqual(["Campaign 10001"]);
});

test("an account manager's lists and counts hold the assigned customers' campaigns and no others", async () => {
  const [assigned, other] = [await stack.signIn("customer"), await stack.signIn("customer")];
  const manager = await stack.signIn("sales");
  const colleague = await stack.signIn("sales");
  await stack.platform.db.execute(sql`insert into customer_assignments (sales_uid, customer_uid, created_at)
    values (${manager.uid}, ${assigned.uid}, now()), (${colleague.uid}, ${other.uid}, now())`);
  await insertCampaigns(assigned.uid, 2, "DRAFT");
  await insertCampaigns(other.uid, 2, "DRAFT");
  const { data, meta } = (await manager.get("/user-campaigns")).body;
  expect(meta.total).toBe(2);
  expect(new Set(data.map((each: { owner: string }) => each.owner))).toEqual(new Set([assigned.uid]));
  expect((await manager.get("/user-campaigns/counts")).body).toEqual({ DRAFT: 2 });
});
