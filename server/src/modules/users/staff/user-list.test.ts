import { eq, sql } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { signUpPerson } from "../../../testing/identity-wire.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { users } from "../tables.ts";
import { eachUser } from "./user-list-sql.ts";

let stack: Stack;
let superAdmin: TestClient;
let admin: TestClient;
let sales: TestClient;
let customer: TestClient;
let other: TestClient;

beforeAll(async () => {
  stack = await startStack();
  superAdmin = await stack.signIn("super_admin");
  admin = await stack.signIn("admin");
});
afterAll(() => stack.close());

beforeEach(async () => {
  [sales, customer, other] = await Promise.all([
    stack.signIn("sales"),
    stack.signIn("customer"),
    stack.signIn("advanced_advertiser"),
  ]);
});

const uidsOf = (answer: { body: { data: { uid: string }[] } }): string[] => answer.body.data.map(({ uid }) => uid);
const assign = (uids: (string | null)[]) => admin.post(`/users/${sales.uid}/customers`, { customerIds: uids });
const status = async (answer: Promise<{ status: number }>): Promise<number> => (await answer).status;

/** PostgreSQL's own order, whatever its collation. */
async function sortedByDatabase(texts: string[]): Promise<string[]> {
  const { rows } = await stack.platform.db.execute<{ value: string }>(
    `select value from (values ${texts.map((text) => `('${text}')`).join(",")}) as given (value) order by value`,
  );
  return rows.map(({ value }) => value);
}

test("[API-USER-010] [ACT-001] admins list all users, account managers their customers, other roles get 403", async () => {
  const all = await admin.get("/users?per_page=100");
  expect(uidsOf(all)).toEqual(expect.arrayContaining([sales.uid, customer.uid, other.uid, superAdmin.uid]));
  expect(all.body.meta.total).toBe(all.body.data.length);
  await assign([customer.uid]);
  expect(uidsOf(await sales.get("/users"))).toEqual([customer.uid]);
  expect(await status(customer.get("/users"))).toBe(403);
  const advertisers = await admin.get("/users?group=advertisers&per_page=100");
  expect(
    advertisers.body.data.every(({ user_role }: { user_role: string }) => /customer|advertiser/.test(user_role)),
  ).toBe(true);
  const managers = await admin.get("/users?group=account_managers&per_page=100");
  expect(managers.body.data.find(({ uid }: { uid: string }) => uid === sales.uid)).toMatchObject({ customers: 1 });
  const found = await admin.get(`/users?search=${customer.uid}`);
  expect(found.body.data).toMatchObject([{ uid: customer.uid, account_managers: [{ uid: sales.uid }] }]);
  const sorted = await admin.get("/users?sort=email&direction=asc&per_page=100");
  const emails = sorted.body.data.map(({ email }: { email: string }) => email);
  expect(emails).toEqual(await sortedByDatabase(emails));
});

test("lists show plan, remaining budget and last activity; details show the maximum balance", async () => {
  const rowOf = async (uid: string | null) => (await admin.get(`/users?search=${uid}`)).body.data[0];
  expect(await rowOf(customer.uid)).toMatchObject({ plan: null, plan_end_at: null, remaining: 0, currency: "CHF" });
  await admin.post("/billing/make-transaction", { user: customer.uid, amount: 123.45 });
  expect(await rowOf(customer.uid)).toMatchObject({ remaining: 123.45 });
  await admin.post(`/admin/users/${customer.uid}/subscription`, { plan: "starter" });
  const booked = await rowOf(customer.uid);
  const details = (await admin.get(`/users/${customer.uid}`)).body;
  expect([booked.plan, booked.plan_end_at]).toEqual(["starter", details.subscription.end_at]);
  expect(booked.remaining).toBe(details.balance.balance);
  expect((await rowOf(admin.uid)).remaining).toBeNull();
  const { idToken } = await signUpPerson(stack, "seen@example.com");
  await stack.visitor().post("/login", { fb_token: idToken });
  expect((await rowOf("seen@example.com")).last_seen_at).toMatch(/^\d{4}-.*Z$/);
  expect(details.max_balance).toBeNull();
  await admin.post(`/admin/users/${sales.uid}/max-balance`, { maxBalance: 10 });
  expect((await admin.get(`/users/${sales.uid}`)).body.max_balance).toBe(10);
});

test("[API-USER-011] admins read any user, account managers their customers, everyone their own; otherwise 403", async () => {
  await assign([customer.uid]);
  expect((await admin.get(`/users/${customer.uid}`)).body).toMatchObject({
    uid: customer.uid,
    account_managers: [{ uid: sales.uid }],
  });
  expect(await status(sales.get(`/users/${customer.uid}`))).toBe(200);
  expect(await status(sales.get(`/users/${other.uid}`))).toBe(403);
  expect(await status(customer.get(`/users/${customer.uid}`))).toBe(200);
  expect(await status(customer.get(`/users/${other.uid}`))).toBe(403);
  expect(await status(admin.get("/users/nobody-here"))).toBe(404);
});

async function readUsers(limit: number, atOnce?: number) {
  const found = [];
  for await (const user of eachUser(stack.platform.db, limit, atOnce)) found.push(user);
  return found;
}

test("users are read page by page for an export, each once and oldest first", async () => {
  const all = await readUsers(1_000);
  expect(all.length).toBeGreaterThan(6);
  expect(await readUsers(1_000, 2)).toEqual(all);
  expect(await readUsers(5, 2)).toEqual(all.slice(0, 5));
  const ages = all.map(({ createdAt }) => createdAt.getTime());
  expect(ages).toEqual(ages.toSorted((a, b) => a - b));
});

test("[API-USER-020] the spreadsheet has a row for each user", async () => {
  expect(await status(customer.get("/admin/users/excel"))).toBe(403);
  const answer = await admin.get("/admin/users/excel");
  expect(answer.status).toBe(200);
  expect(answer.headers["content-disposition"]).toMatch(/users-\d{4}-\d\d-\d\d\.xlsx/);
  const spreadsheet = strFromU8(unzipSync(answer.bytes)["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  const [total] = await stack.platform.db
    .select({ uid: users.uid })
    .from(users)
    .then((rows) => [rows.length]);
  expect(spreadsheet.match(/<row /g)?.length).toBe((total ?? 0) + 1);
  expect(spreadsheet).toContain(customer.uid);
});

test("customers are listed and counted by what they need, account managers see theirs", async () => {
  const { db, clock } = stack.platform;
  await assign([customer.uid]);
  const old = new Date(clock.now().getTime() - 8 * 86_400_000);
  await db
    .update(users)
    .set({ createdAt: old, status: 3 })
    .where(eq(users.uid, other.uid ?? ""));
  await db.execute(sql`
    insert into campaigns (owner_uid, name, status, currency, total_budget_micros, start_on, end_on, activated_at,
      created_at, updated_at)
    select ${customer.uid}, status, status, 'CHF', 25000000, '2026-03-01', '2026-03-31',
      case status when 'ACTIVE' then now() end, now(), now()
    from unnest(array['ACTIVE', 'DRAFT', 'ARCHIVED']) as status`);
  await db.execute(sql`
    insert into subscriptions (owner_uid, plan, started_at, end_at)
    values (${customer.uid}, 'starter', now(), '2099-01-01')`);
  const needing = async (need: string, client = admin) =>
    uidsOf(await client.get(`/users?need=${need}&per_page=100`)).filter(
      (uid) => uid === customer.uid || uid === other.uid || uid === sales.uid,
    );
  expect(await needing("new")).toEqual([customer.uid]);
  expect(await needing("without_campaign")).toEqual([other.uid]);
  expect(await needing("low_balance")).toEqual([customer.uid]);
  expect(await needing("unassigned")).toEqual([other.uid]);
  expect(await needing("disabled")).toEqual([other.uid]);
  expect((await admin.get("/users?need=money")).status).toBe(422);

  const [listed] = (await sales.get("/users")).body.data;
  expect(listed).toMatchObject({ uid: customer.uid, campaigns: 2, running_campaigns: 1 });
  expect(await needing("without_campaign", sales)).toEqual([]);
  expect((await sales.get("/users/counts")).body).toEqual({
    groups: { all: 1, advertisers: 1, account_managers: 0, staff: 0 },
    needs: { new: 1, without_campaign: 0, low_balance: 1, unassigned: 0, disabled: 0 },
  });
  const { groups, needs } = (await admin.get("/users/counts")).body;
  expect(groups.all).toBe((await admin.get("/users?per_page=1")).body.meta.total);
  expect(needs.unassigned).toBe((await admin.get("/users?need=unassigned&per_page=1")).body.meta.total);
  expect(await status(customer.get("/users/counts"))).toBe(403);
});
