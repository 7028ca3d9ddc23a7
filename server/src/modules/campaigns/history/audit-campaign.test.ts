import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
let anna: TestClient;
let admin: TestClient;
beforeAll(async () => {
  stack = await startStack();
  anna = await stack.signIn({ uid: "anna-1", role: "advanced_advertiser" });
  admin = await stack.signIn({ uid: "admin-1", role: "admin" });
});
afterAll(() => stack?.close());

async function entriesOf(type: string, id: number | string) {
  const { rows } = await stack.platform.db.execute<Record<string, unknown>>(sql`
    select command, action, actor_kind as kind, actor_uid as actor, subject_uid as owner, changes from audit_entries
    where subject_type = ${type} and subject_id = ${String(id)} order by id`);
  return rows;
}
const lastOf = async (type: string, id: number | string) => (await entriesOf(type, id)).at(-1);
const byAnna = { kind: "user", actor: "anna-1", owner: null };

test("audits each save of a draft with the changed fields, and no save without changes", async () => {
  const { id } = (await anna.post("/user-campaigns", { name: "Zopf" })).body;
  await anna.put(`/user-campaigns/${id}`, { name: "Zopf 2", total_budget: 500 });
  await anna.put(`/user-campaigns/${id}`, { name: "Zopf 2", total_budget: 500 });
  await anna.put(`/user-campaigns/${id}`, { targeting: { devices: ["tablet"] } });
  const [created, ...changes] = await entriesOf("campaign", id);
  expect(created).toMatchObject({ ...byAnna, command: "campaigns.create_campaign" });
  expect(changes).toEqual([
    {
      ...byAnna,
      ...{ command: "campaigns.change_campaign", action: "change_campaign" },
      changes: [
        { field: "name", before: "Zopf", after: "Zopf 2" },
        { field: "total_budget", before: null, after: 50_000 },
      ],
    },
    expect.objectContaining({ changes: [{ field: "targeting.devices", before: "[]", after: '["tablet"]' }] }),
  ]);
});

test("audits a status set by staff under the campaign's owner, other changes under the campaign", async () => {
  const { id } = (await anna.post("/user-campaigns", { name: "Gipfeli" })).body;
  await admin.put(`/user-campaigns/${id}`, { name: "Gipfeli 2", status: "ARCHIVED" });
  const [, status, name] = await entriesOf("campaign", id);
  expect(status).toMatchObject({
    ...{ actor: "admin-1", owner: "anna-1", action: "campaign_status_changed" },
    changes: [{ field: "status", before: "DRAFT", after: "ARCHIVED" }],
  });
  expect(name).toMatchObject({ owner: null, changes: [{ field: "name", before: "Gipfeli", after: "Gipfeli 2" }] });
});

test("audits copies, deletions, templates, policies, lists and audiences with before and after", async () => {
  const { id } = (await anna.post("/user-campaigns", { name: "Brot" })).body;
  const copy = (await anna.post(`/user-campaigns/${id}/copy`)).body.id;
  expect(await lastOf("campaign", copy)).toMatchObject({
    command: "campaigns.copy_campaign",
    changes: expect.arrayContaining([{ field: "copy_of", before: null, after: id }]),
  });
  await anna.delete(`/user-campaigns/${copy}`);
  expect(await lastOf("campaign", copy)).toMatchObject({
    command: "campaigns.delete_campaign",
    changes: [{ field: "status", before: "DRAFT", after: null }],
  });

  const template = (await admin.post("/user-campaigns/templates", { name: "Frühling" })).body.id;
  await admin.put(`/user-campaigns/templates/${template}`, { name: "Sommer" });
  expect(await lastOf("campaign_template", template)).toMatchObject({
    command: "campaigns.change_template",
    changes: [{ field: "name", before: "Frühling", after: "Sommer" }],
  });

  await admin.put("/creative-reviews/policy", { first_campaigns: 3, own_files: false });
  expect(await lastOf("operator_settings", "review")).toMatchObject({
    changes: [{ field: "first_campaigns", before: 0, after: 3 }],
  });

  const list = (
    await anna.post("/channels/anna-1", { kind: "blocklist", name: "Nie", domains: ["a.example", "b.example"] })
  ).body.id;
  await anna.put(`/channels/anna-1/${list}`, { name: "Nie", domains: ["b.example", "c.example"] });
  expect(await lastOf("domain_list", list)).toMatchObject({
    ...byAnna,
    command: "targeting.change_domain_list",
    changes: [
      { field: "domains_removed", before: "a.example", after: null },
      { field: "domains_added", before: null, after: "c.example" },
    ],
  });
  await anna.delete(`/channels/anna-1/${list}`);
  expect(await lastOf("domain_list", list)).toMatchObject({ command: "targeting.delete_domain_list" });

  const audiences = [{ name: "Gardeners", size: 1, segment_ids: ["1"] }];
  await admin.post("/audiences", { provider: "Datenhof", audiences });
  expect(await lastOf("audience_provider", "Datenhof")).toMatchObject({
    changes: [
      { field: "audiences_added", before: null, after: 1 },
      { field: "audiences_changed", before: null, after: 0 },
    ],
  });
});
