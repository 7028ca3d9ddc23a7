import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../testing/stack.ts";
import { customerAssignments } from "../users/index.ts";
import { seedDemoBilling } from "./seed-demo-billing.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ now: new Date("2026-11-21T09:00:00.000Z") });
});
afterAll(() => stack.close());

test("the demo's advertisers have a consistent history, created once", async () => {
  const [customer, advanced, sales, admin] = await Promise.all(
    (["customer", "advanced_advertiser", "sales", "admin"] as const).map((role) => stack.signIn(role)),
  );
  const createdAt = stack.clock.now();
  await stack.platform.db
    .insert(customerAssignments)
    .values({ salesUid: sales!.uid!, customerUid: customer!.uid!, createdAt });
  const uids = {
    customer: customer!.uid!,
    advancedAdvertiser: advanced!.uid!,
    sales: sales!.uid!,
    admin: admin!.uid!,
  };
  await seedDemoBilling(stack.platform, uids);
  await seedDemoBilling(stack.platform, uids);

  const me = (await customer!.get("/users/me")).body;
  expect(me.balance).toMatchObject({ stripe: 6000, manual_balance: 500, total: 6500, balance: 6500 });
  expect(me.subscription).toMatchObject({ is_exists: true, plan: "starter", isNearEndDate: false });
  expect((await advanced!.get("/users/me")).body.balance).toMatchObject({ total: 10750 });
  expect((await sales!.get("/users/me")).body.balance).toMatchObject({ balance: 1000 });
  const invoices = (await customer!.get("/billing/invoices")).body.data;
  expect(invoices[0]).toMatchObject({ status: "open", subscription_name: "Standard package, 3 months" });
  const orders = (await admin!.get("/billing/admin/manual-invoices")).body.data;
  expect(orders.map((order: { status: string }) => order.status)).toEqual(["new", "new", "rejected", "paid"]);
  const { rows } = await stack.platform.db.execute<{ days: string }>(sql`
    select count(*) as days from invoices a join invoices b on b.year = a.year and b.sequence = a.sequence + 1
    where b.issued_at < a.issued_at`);
  expect(Number(rows[0]!.days)).toBe(0);
});
