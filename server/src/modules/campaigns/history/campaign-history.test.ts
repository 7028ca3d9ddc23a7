import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { joinedFields } from "./campaign-fields.ts";

let stack: Stack;
let anna: TestClient;
let admin: TestClient;
beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-1", role: "customer" });
  admin = await stack.signIn({ uid: "admin-1", role: "admin" });
});
afterAll(() => stack?.close());

const history = async (id: number) => (await anna.get(`/user-campaigns/${id}/changes`)).body.data;

test("the history has every change with author, before and after; changes within ten minutes are merged", async () => {
  const { id } = (await anna.post("/user-campaigns", { name: "Erst" })).body;
  await anna.put(`/user-campaigns/${id}`, { name: "Ers" });
  await anna.put(`/user-campaigns/${id}`, { name: "Zweitname", total_budget: 500 });
  await admin.put(`/user-campaigns/${id}`, { targeting: { devices: ["tablet"] } });
  await anna.put(`/user-campaigns/${id}`, { status: "ARCHIVED" });
  const entries = await history(id);
  expect(entries.map(({ action }: { action: string }) => action)).toEqual([
    "archived",
    "changed",
    "changed",
    "created",
  ]);
  expect(entries[0].fields).toEqual([{ field: "status", before: "DRAFT", after: "ARCHIVED" }]);
  expect(entries[1]).toMatchObject({ by: { uid: "admin-1", name: "Test Person" } });
  expect(entries[1].fields).toEqual([{ field: "targeting.devices", before: [], after: ["tablet"] }]);
  expect(entries[2].fields).toEqual([
    { field: "name", before: "Erst", after: "Zweitname" },
    { field: "total_budget", before: null, after: 500 },
  ]);
});

test("a change undone within ten minutes and a rejected one leave no entry; other users get 403", async () => {
  const { id } = (await anna.post("/user-campaigns", { name: "Gleich" })).body;
  await anna.put(`/user-campaigns/${id}`, { name: "Anders" });
  await anna.put(`/user-campaigns/${id}`, { name: "Gleich" });
  expect((await anna.put(`/user-campaigns/${id}`, { categories: ["IAB999"] })).status).toBe(422);
  expect((await history(id)).map(({ action }: { action: string }) => action)).toEqual(["created"]);
  const ben = await stack.signIn({ uid: "ben-12", role: "customer" });
  expect((await ben.get(`/user-campaigns/${id}/changes`)).status).toBe(403);
});

test("merges two changes from the first state to the last", () => {
  const first = [{ field: "name", before: "a", after: "b" }];
  expect(joinedFields(first, [{ field: "name", before: "b", after: "c" }])).toEqual([
    { field: "name", before: "a", after: "c" },
  ]);
  expect(joinedFields(first, [{ field: "name", before: "b", after: "a" }])).toEqual([]);
});
