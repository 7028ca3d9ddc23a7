import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
let admin: TestClient;
let manager: TestClient;
let sales: TestClient;
let customer: TestClient;
let stranger: TestClient;

beforeAll(async () => {
  stack = await startStack();
  admin = await stack.signIn("admin");
  manager = await stack.signIn("campaign_manager");
  sales = await stack.signIn("sales");
  customer = await stack.signIn({ uid: "looked-after", role: "customer" });
  stranger = await stack.signIn({ uid: "stranger", role: "customer" });
  await admin.post(`/users/${sales.uid}/customers`, { customerIds: [customer.uid] });
  for (const name of ["Winter", "Sommer"]) await customer.post("/user-campaigns", { name });
  await stranger.post("/user-campaigns", { name: "Herbst" });
});
afterAll(() => stack.close());

const namesIn = (answer: { body: { data: { name: string }[] } }) => answer.body.data.map(({ name }) => name);

test("[API-CAMP-020] staff list the campaigns of one user, account managers those of their customers", async () => {
  const path = `/user-campaigns/${customer.uid}/campaigns`;
  for (const client of [admin, manager, sales]) {
    const answer = await client.get(`${path}?sort=name`);
    expect([answer.status, ...namesIn(answer)]).toEqual([200, "Sommer", "Winter"]);
  }
  const found = await admin.get(`${path}?search=win&per_page=1`);
  expect(namesIn(found)).toEqual(["Winter"]);
  expect(found.body.meta).toMatchObject({ total: 1, last_page: 1 });
  expect((await stranger.get(path)).status).toBe(403);
  expect((await customer.get(path)).status).toBe(403);
  expect((await sales.get(`/user-campaigns/${stranger.uid}/campaigns`)).status).toBe(403);
  expect((await admin.get("/user-campaigns/nobody-here/campaigns")).status).toBe(404);
});

test("[GUARD-008] a campaign manager opens and edits a user's campaign with its banners; customers only their own", async () => {
  const { body } = await manager.get(`/user-campaigns/${customer.uid}/campaigns?search=Winter`);
  const id = body.data[0].id;
  expect((await manager.get(`/user-campaigns/${id}`)).status).toBe(200);
  expect((await manager.put(`/user-campaigns/${id}`, { name: "Wintermarkt" })).body.name).toBe("Wintermarkt");
  expect((await manager.get(`/user-campaigns/${id}/can-activate`)).status).toBe(200);
  expect((await manager.post("/creatives/campaign-creatives", { campaign_id: id })).status).toBe(200);
  expect((await manager.get("/user-campaigns/settings/categories")).status).toBe(200);
  expect((await stranger.put(`/user-campaigns/${id}`, { name: "Mine" })).status).toBe(403);
  expect((await manager.get("/user-campaigns")).status).toBe(403);
  expect((await manager.post("/user-campaigns", { name: "Own" })).status).toBe(403);
});
