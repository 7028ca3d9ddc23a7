import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
let admin: TestClient;
let customer: TestClient;
let other: TestClient;
let sales: TestClient;
const settings = {
  name: "Bakeries",
  categories: ["IAB8"],
  language: "de",
  strategy: "performance",
  targeting: { devices: ["smartphone"], browsers: ["safari"], keywords: ["brot"] },
};

beforeAll(async () => {
  stack = await startStack();
  admin = await stack.signIn("admin");
  customer = await stack.signIn({ uid: "customer-1", role: "customer" });
  other = await stack.signIn({ uid: "customer-2", role: "customer" });
  sales = await stack.signIn({ uid: "sales-1", role: "sales" });
  await admin.post("/users/sales-1/customers", { customerIds: ["customer-1"] });
});
afterAll(() => stack?.close());

const newTemplate = async (change: Record<string, unknown> = {}): Promise<number> =>
  (await admin.post("/user-campaigns/templates", { ...settings, ...change })).body.id;

test("[API-CAMP-021] [API-CAMP-022] [API-CAMP-025] [FIELD-TPL-001] staff manage templates; customers do not see them", async () => {
  const made = await admin.post("/user-campaigns/templates", settings);
  expect(made.status).toBe(201);
  const { id } = made.body;
  expect((await admin.get(`/user-campaigns/templates/${id}`)).body).toMatchObject({ id, name: "Bakeries", users: 0 });
  expect((await admin.get("/user-campaigns/templates?search=baker")).body.data).toHaveLength(1);
  expect((await admin.get("/user-campaigns/templates/999999")).status).toBe(404);
  for (const path of ["/user-campaigns/templates", `/user-campaigns/templates/${id}`]) {
    expect((await customer.get(path)).status).toBe(403);
  }
  expect((await customer.post("/user-campaigns/templates", settings)).status).toBe(403);
  expect((await admin.post("/user-campaigns/templates", { ...settings, name: "###" })).status).toBe(422);
  expect((await admin.post("/user-campaigns/templates", { ...settings, total_budget: 0.01 })).status).toBe(422);
  expect((await admin.post("/user-campaigns/templates", { ...settings, categories: ["IAB999"] })).status).toBe(422);
});

test("[API-CAMP-023] [API-CAMP-024] only staff change and remove templates", async () => {
  const path = `/user-campaigns/templates/${await newTemplate()}`;
  expect((await admin.put(path, { name: "Bakeries Bern" })).body).toMatchObject({
    name: "Bakeries Bern",
    categories: ["IAB8"],
  });
  expect((await customer.put(path, { name: "Mine" })).status).toBe(403);
  expect((await customer.delete(path)).status).toBe(403);
  expect((await admin.delete(path)).status).toBe(204);
  expect((await admin.get(path)).status).toBe(404);
});

test("[API-USER-017] [API-USER-018] [FIELD-TPL-002] a user starts campaigns from the templates available to them", async () => {
  const id = await newTemplate();
  const patched = await admin.patch("/user-templates/customer-1", { template_ids: [id, id] });
  expect(patched.body).toEqual([{ id, name: "Bakeries" }]);
  expect((await admin.get("/user-templates/customer-1")).body).toEqual(patched.body);
  expect((await customer.get("/user-templates/customer-1")).body).toEqual(patched.body);
  expect((await other.get("/user-templates/customer-1")).status).toBe(403);
  expect((await customer.patch("/user-templates/customer-1", { template_ids: [] })).status).toBe(403);
  expect((await admin.patch("/user-templates/customer-1", { template_ids: [999_999] })).status).toBe(422);
  expect((await admin.get(`/user-campaigns/templates/${id}/users`)).body).toEqual([
    { uid: "customer-1", full_name: "Test Person" },
  ]);
  expect((await sales.get("/user-templates/customer-2")).status).toBe(403);

  const begun = await customer.post("/user-campaigns", { name: "Brot im Herbst", template_id: id });
  expect(begun.status).toBe(201);
  expect(begun.body).toMatchObject({
    ...settings,
    name: "Brot im Herbst",
    owner: "customer-1",
    total_budget: null,
    start_on: null,
    creative_ids: [],
  });
  const history = (await customer.get(`/user-campaigns/${begun.body.id}/changes`)).body.data;
  expect(history[0]).toMatchObject({ action: "from_template", fields: [{ field: "template", after: "Bakeries" }] });
  expect((await other.post("/user-campaigns", { name: "Fremd", template_id: id })).status).toBe(422);
});
