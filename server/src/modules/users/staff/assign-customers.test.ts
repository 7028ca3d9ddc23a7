import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
let admin: TestClient;
let sales: TestClient;
let customer: TestClient;
let other: TestClient;

beforeAll(async () => {
  stack = await startStack();
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

test("[API-USER-012] [HTTP-007] only customers and advanced advertisers can be assigned", async () => {
  const answer = await admin.get("/users/customers?per_page=100");
  const found = new Set(answer.body.data.map(({ user_role }: { user_role: string }) => user_role));
  expect(found).toEqual(new Set(["customer", "advanced_advertiser"]));
});

test("[API-USER-014] [API-USER-015] assigning replaces the assigned customers", async () => {
  expect(await status(assign([customer.uid, other.uid]))).toBe(200);
  expect(uidsOf(await admin.get(`/users/${sales.uid}/customers`)).sort()).toEqual([customer.uid, other.uid].sort());
  await assign([other.uid]);
  expect(uidsOf(await sales.get(`/users/${sales.uid}/customers`))).toEqual([other.uid]);
  const colleague = await stack.signIn("sales");
  expect(await status(colleague.get(`/users/${sales.uid}/customers`))).toBe(403);
  expect(await status(customer.post(`/users/${sales.uid}/customers`, { customerIds: [] }))).toBe(403);
  expect((await assign([sales.uid])).body.errors).toHaveProperty("customerIds");
  expect((await admin.post(`/users/${customer.uid}/customers`, { customerIds: [] })).status).toBe(422);
  expect(await status(admin.post("/users/nobody-here/customers", { customerIds: [] }))).toBe(404);
});

test("admins assign account managers to a customer, replacing the earlier ones", async () => {
  const colleague = await stack.signIn("sales");
  const to = (managerIds: (string | null)[], client = admin, uid = customer.uid) =>
    client.put(`/users/${uid}/account-managers`, { managerIds });
  await assign([customer.uid, other.uid]);
  expect((await to([colleague.uid, sales.uid])).body.managerIds).toHaveLength(2);
  expect((await to([colleague.uid])).status).toBe(200);
  expect(uidsOf(await colleague.get("/users"))).toEqual([customer.uid]);
  expect(uidsOf(await sales.get("/users"))).toEqual([other.uid]);
  expect((await to([customer.uid])).body.errors).toHaveProperty("managerIds");
  expect((await to([sales.uid], admin, sales.uid)).status).toBe(422);
  expect((await to([sales.uid], admin, "nobody-here")).status).toBe(404);
  expect((await to([sales.uid], sales)).status).toBe(403);
  const { body } = await admin.get(`/admin/users/${customer.uid}/audit`);
  expect(body.data.map(({ action }: { action: string }) => action)).toContain("customer_unassigned");
});
