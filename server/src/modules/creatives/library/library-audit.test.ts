import { auditEntries } from "@litfass/platform/audit/audit";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
let tech: TestClient;

beforeAll(async () => {
  stack = await startStack();
  tech = await stack.signIn("tech_admin");
});
afterAll(() => stack?.close());

const entriesOf = (subjectId: string) =>
  stack.platform.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subjectId, subjectId))
    .orderBy(asc(auditEntries.id));

test("audits every change to a library creative with its author and the values before and after", async () => {
  const html = "<!doctype html><html><head></head><body>Ready</body></html>";
  const { uuid } = (await tech.post("/creatives", { type: "html5", width: 300, height: 250, html, title: "Draft" }))
    .body;
  await tech.put(`/creatives/${uuid}`, { title: "Final" });
  await tech.delete(`/creatives/${uuid}`);
  const entries = await entriesOf(uuid);
  expect(entries.map(({ command }) => command)).toEqual([
    "creatives.create_creative",
    "creatives.update_creative",
    "creatives.delete_creative",
  ]);
  expect(entries.map(({ actorUid, subjectType }) => [actorUid, subjectType])).toEqual(
    entries.map(() => [tech.uid, "creative"]),
  );
  expect(entries[1]?.changes).toEqual([{ field: "title", before: "Draft", after: "Final" }]);
  expect(entries[2]?.changes).toContainEqual({ field: "title", before: "Final", after: null });
});

test("audits changes to groups, categories and a user's selection with their author", async () => {
  const category = (await tech.post("/creative-group-categories", { name_en: "Art", name_de: "Kunst" })).body;
  await tech.put(`/creative-group-categories/${category.id}`, { name_en: "Arts" });
  const group = (await tech.post("/creative-groups", { name_en: "Set", name_de: "Satz" })).body;
  await tech.put(`/creative-groups/${group.uuid}`, { category_id: category.id });
  const anna = { uid: "audited-anna", role: "customer" } as const;
  await stack.signIn(anna);
  await tech.patch(`/creative-groups/selected/${anna.uid}`, { creative_groups: [group.uuid] });
  const told = [
    ...(await entriesOf(String(category.id))),
    ...(await entriesOf(group.uuid)),
    ...(await entriesOf(anna.uid)),
  ];
  expect(told.map(({ command, actorUid }) => [command, actorUid])).toEqual([
    ["creatives.create_category", tech.uid],
    ["creatives.update_category", tech.uid],
    ["creatives.create_group", tech.uid],
    ["creatives.update_group", tech.uid],
    ["creatives.select_groups", tech.uid],
  ]);
  expect(told[1]?.changes).toEqual([{ field: "name_en", before: "Art", after: "Arts" }]);
  expect(told[3]?.changes).toEqual([{ field: "category", before: null, after: category.id }]);
  expect(told[4]?.changes).toEqual([{ field: "creative_groups", before: "", after: group.uuid }]);
});
