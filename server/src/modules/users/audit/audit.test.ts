import { endpoints } from "@litfass/contract/index";
import type { AuditEntry } from "@litfass/contract/kernel/audit";
import { rolesOf } from "@litfass/contract/kernel/who";
import { recordAudit } from "@litfass/platform/audit/audit";
import { sqlStateOf } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
let superAdmin: TestClient;
let admin: TestClient;
let sales: TestClient;
let customer: TestClient;

beforeAll(async () => {
  stack = await startStack();
  superAdmin = await stack.signIn("super_admin");
  admin = await stack.signIn("admin");
});
afterAll(() => stack.close());
beforeEach(async () => {
  [sales, customer] = await Promise.all([stack.signIn("sales"), stack.signIn("customer")]);
});

/** The entries of a user, newest first. */
async function entriesOf(uid: string | null, query = ""): Promise<AuditEntry[]> {
  const answer = await admin.get(`/admin/users/${uid}/audit?per_page=100${query}`);
  expect(answer.status).toBe(200);
  return answer.body.data;
}
const change = (by: TestClient, uid: string | null, body: object) => by.patch(`/admin/users/${uid}`, body);

test("each change of a user is recorded with actor, user, before and after", async () => {
  await change(admin, customer.uid, { city: "Thun", isAllowPromotionAds: true });
  await change(superAdmin, customer.uid, { user_role: "advanced_advertiser" });
  await change(admin, customer.uid, { email: "new-address@example.com" });
  await change(admin, customer.uid, { user_status: 3 });
  await change(admin, customer.uid, { user_status: 2 });
  await change(admin, customer.uid, { archived: true });
  await admin.patch("/admin/users/restore", { uid: customer.uid });
  const entries = await entriesOf(customer.uid);
  expect(entries.map(({ action, changes }) => [action, changes])).toEqual([
    ["user_restored", [{ field: "user_status", before: 4, after: 2 }]],
    ["user_archived", [{ field: "user_status", before: 2, after: 4 }]],
    ["user_enabled", [{ field: "user_status", before: 3, after: 2 }]],
    ["user_disabled", [{ field: "user_status", before: 2, after: 3 }]],
    [
      "email_changed",
      [{ field: "email", before: `${customer.uid?.toLowerCase()}@test.example`, after: "new-address@example.com" }],
    ],
    ["role_changed", [{ field: "user_role", before: "customer", after: "advanced_advertiser" }]],
    [
      "profile_changed",
      [
        { field: "city", before: "Bern", after: "Thun" },
        { field: "isAllowPromotionAds", before: false, after: true },
      ],
    ],
  ]);
  expect(entries[5]).toMatchObject({
    actor: { uid: superAdmin.uid, full_name: "Test Person" },
    user: { uid: customer.uid, full_name: "Test Person" },
    related: null,
    at: stack.clock.now().toISOString(),
  });
});

test("a change without effect is not recorded, and a change of the own profile has the user as its actor", async () => {
  await change(admin, customer.uid, { city: "Bern", user_status: 2 });
  expect(await entriesOf(customer.uid)).toEqual([]);
  await customer.put(`/users/${customer.uid}`, { city: "Biel" });
  expect(await entriesOf(customer.uid)).toMatchObject([{ action: "profile_changed", actor: { uid: customer.uid } }]);
});

test("a rejected change leaves no entry, and a change with a failing entry is rolled back", async () => {
  const taken = `${sales.uid?.toLowerCase()}@test.example`;
  expect((await change(admin, customer.uid, { city: "Thun", email: taken })).status).toBe(422);
  expect(await entriesOf(customer.uid)).toEqual([]);
  const { db, clock } = stack.platform;
  const attempt = db.transaction(async (tx) => {
    await tx.execute(sql`update users set city = 'Thun' where uid = ${customer.uid}`);
    await recordAudit(tx, {
      at: clock.now(),
      actorUid: admin.uid,
      subjectUid: String(customer.uid),
      action: "NOT AN ACTION" as never,
    });
  });
  await expect(attempt).rejects.toThrow();
  expect((await admin.get(`/users/${customer.uid}`)).body.city).toBe("Bern");
});

test("the application role can insert entries, but neither update nor delete them", async () => {
  await change(admin, customer.uid, { city: "Thun" });
  const { db } = stack.platform;
  for (const statement of [
    sql`update audit_entries set actor_uid = 'somebody'`,
    sql`delete from audit_entries`,
    sql`truncate audit_entries`,
  ]) {
    const refused = await db.execute(statement).then(
      () => null,
      (error: unknown) => sqlStateOf(error),
    );
    expect(refused).toBe("42501");
  }
  expect(await entriesOf(customer.uid)).toHaveLength(1);
});

test("each assignment is listed with the customer and with the account manager", async () => {
  const other = await stack.signIn("customer");
  const assign = (customerIds: (string | null)[]) => admin.post(`/users/${sales.uid}/customers`, { customerIds });
  await assign([customer.uid]);
  await assign([customer.uid, other.uid]);
  await assign([other.uid]);
  const pairs = (entries: AuditEntry[]) => entries.map(({ action, user, related }) => [action, user.uid, related?.uid]);
  expect(pairs(await entriesOf(sales.uid))).toEqual([
    ["customer_unassigned", customer.uid, sales.uid],
    ["customer_assigned", other.uid, sales.uid],
    ["customer_assigned", customer.uid, sales.uid],
  ]);
  expect(pairs(await entriesOf(other.uid))).toEqual([["customer_assigned", other.uid, sales.uid]]);
  await change(superAdmin, sales.uid, { user_role: "accountant" });
  expect(pairs(await entriesOf(other.uid))[0]).toEqual(["customer_unassigned", other.uid, sales.uid]);
});

test("audits an invitation with its role; a rejected one leaves neither user nor entry", async () => {
  const email = "invited-audit@example.com";
  const { body } = await admin.post("/admin/users", { email, user_role: "accountant" });
  expect(await entriesOf(body.uid)).toMatchObject([
    {
      action: "user_invited",
      actor: { uid: admin.uid },
      user: { full_name: email },
      changes: [
        { field: "email", before: null, after: email },
        { field: "user_role", before: null, after: "accountant" },
      ],
    },
  ]);
  expect((await admin.post("/admin/users", { email, user_role: "accountant" })).status).toBe(422);
  const { rows } = await stack.platform.db.execute(sql`select count(*)::int as n from users where email = ${email}`);
  expect(rows).toEqual([{ n: 1 }]);
});

test("audits money moved by staff once, even when the call is repeated", async () => {
  const key = { "idempotency-key": `audit-${customer.uid}` };
  const credit = { user: customer.uid, amount: 50, kind: "manual", description: "Goodwill" };
  const { body: movement } = await admin.post("/billing/make-transaction", credit, key);
  await admin.post("/billing/make-transaction", credit, key);
  await admin.post("/billing/admin/transactions/refund", { transaction: movement.id, amount: 20 });
  await admin.post(`/admin/users/${sales.uid}/max-balance`, { maxBalance: 900 });
  await admin.post(`/admin/users/${sales.uid}/max-balance`, { maxBalance: 1200 });
  await admin.post(`/admin/users/${customer.uid}/subscription`, { plan: "starter" }, { "idempotency-key": "plan-1" });
  const chf = (amount: number) => ({ amount, currency: "CHF" });
  const entries = await entriesOf(customer.uid, "&kind=money");
  expect(entries.map(({ action, changes, details }) => [action, changes, details])).toEqual([
    [
      "plan_changed",
      [
        { field: "plan", before: null, after: "starter" },
        { field: "end_at", before: null, after: expect.any(String) },
      ],
      {},
    ],
    [
      "transaction_refunded",
      [{ field: "refundable", before: chf(50), after: chf(30) }],
      { transaction: String(movement.id) },
    ],
    [
      "budget_credited",
      [{ field: "balance", before: chf(0), after: chf(50) }],
      { transaction: String(movement.id), description: "Goodwill" },
    ],
  ]);
  expect((await entriesOf(sales.uid)).map(({ changes }) => changes)).toEqual([
    [{ field: "maxBalance", before: chf(900), after: chf(1200) }],
    [{ field: "maxBalance", before: null, after: chf(900) }],
  ]);
});

test("audits a campaign archived by staff with its name, but not one archived by its owner", async () => {
  const { body: campaign } = await customer.post("/user-campaigns", { name: "Audit Spring" });
  const { body: second } = await customer.post("/user-campaigns", { name: "Audit Summer" });
  await admin.put(`/user-campaigns/${campaign.id}`, { status: "ARCHIVED" });
  await customer.put(`/user-campaigns/${second.id}`, { status: "ARCHIVED" });
  expect(await entriesOf(customer.uid, "&kind=campaigns")).toMatchObject([
    {
      action: "campaign_status_changed",
      actor: { uid: admin.uid },
      details: { campaign: { id: campaign.id, name: "Audit Spring" } },
      changes: [{ field: "status", before: "DRAFT", after: "ARCHIVED" }],
    },
  ]);
});

test("the log is paged, filtered and accessible to admins only", async () => {
  for (const city of ["Thun", "Biel", "Chur"]) await change(admin, customer.uid, { city });
  await customer.put(`/users/${customer.uid}`, { city: "Basel" });
  await change(superAdmin, customer.uid, { user_role: "advanced_advertiser" });
  const page = await admin.get(`/admin/users/${customer.uid}/audit?per_page=2&page=2`);
  expect(page.body.meta).toMatchObject({ total: 5, from: 3, to: 4, last_page: 3 });
  expect(page.body.data.map(({ changes }: AuditEntry) => changes[0]?.after)).toEqual(["Chur", "Biel"]);
  expect(await entriesOf(customer.uid, "&kind=access")).toHaveLength(1);
  expect(await entriesOf(customer.uid, "&by=self")).toHaveLength(1);
  expect(await entriesOf(customer.uid, "&by=others&kind=profile")).toHaveLength(3);
  expect(rolesOf(endpoints.listAuditEntries.who)).toEqual(["super_admin", "admin"]);
  expect((await sales.get(`/admin/users/${sales.uid}/audit`)).status).toBe(403);
  expect((await admin.get("/admin/users/nobody-here/audit")).status).toBe(404);
});
