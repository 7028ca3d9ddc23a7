import { text } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { exportAudit } from "./export-audit.ts";

let stack: Stack;
let admin: TestClient;
let customer: TestClient;
const march = { from: "2026-03-01", to: "2026-03-31" };

beforeAll(async () => {
  stack = await startStack();
  admin = await stack.signIn("admin");
  customer = await stack.signIn("customer");
  await admin.patch(`/admin/users/${customer.uid}`, { city: "Thun" });
  await customer.put(`/users/${customer.uid}`, { city: '=HYPERLINK("x")' });
  await admin.patch(`/admin/users/${customer.uid}`, { user_role: "advanced_advertiser" });
});
afterAll(() => stack.close());

const send = (body: object, by = admin) => by.post("/admin/audit/export", { format: "jsonl", ...march, ...body });
const entriesOf = (file: string): { action: string; [field: string]: unknown }[] =>
  file
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const actionsOf = async (body: object) => entriesOf((await send(body)).text).map(({ action }) => action);

test("exports a user's entries with their filters as JSON Lines, oldest first", async () => {
  const { status, headers, text: file } = await send({ user: customer.uid });
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("application/jsonl; charset=utf-8");
  expect(headers["content-disposition"]).toContain("audit-log-2026-03-01-2026-03-31.jsonl");
  const entries = entriesOf(file);
  expect(entries.map(({ action }) => action)).toEqual(["profile_changed", "profile_changed", "role_changed"]);
  expect(entries[0]).toMatchObject({
    at: stack.clock.now().toISOString(),
    actor_uid: admin.uid,
    actor_name: "Test Person",
    user_uid: customer.uid,
    changes: [{ field: "city", before: "Bern", after: "Thun" }],
  });
  expect(await actionsOf({ user: customer.uid, kind: "profile", by: "self" })).toEqual(["profile_changed"]);
  expect(await actionsOf({ user: customer.uid, from: "2026-03-03" })).toEqual([]);
  expect(await actionsOf({ user: customer.uid, from: "2026-02-01", to: "2026-03-01" })).toEqual([]);
});

test("each export is itself recorded, with its period, in the history of whom it is about", async () => {
  const other = await stack.signIn("customer");
  await send({ user: other.uid, format: "csv", kind: "money" });
  const recorded = await admin.get(`/admin/users/${other.uid}/audit`);
  expect(recorded.body.data).toMatchObject([
    {
      action: "audit_exported",
      actor: { uid: admin.uid },
      details: { description: "2026-03-01 – 2026-03-31, csv, money" },
    },
  ]);
  await send({});
  const own = await admin.get(`/admin/users/${admin.uid}/audit`);
  expect(own.body.data[0]).toMatchObject({ action: "audit_exported", user: { uid: admin.uid } });
});

test("the CSV has a header, and no text in it is a formula for a spreadsheet", async () => {
  const { headers, text: file } = await send({ user: customer.uid, format: "csv", kind: "profile" });
  expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
  const [header, ...lines] = file.trimEnd().split("\r\n");
  expect(header).toMatch(/^\uFEFF"id","at","action".*"changes","details"$/);
  expect(lines).toHaveLength(2);
  const { db } = stack.platform;
  await db.execute(sql`update users set full_name = '=1+1' where uid = ${customer.uid}`);
  const named = (await send({ user: customer.uid, format: "csv", kind: "profile" })).text;
  expect(named).toContain(`"'=1+1"`);
  expect(named).not.toContain(`,"=`);
});

test("without a user it has the whole log, with entries about things", async () => {
  const { db } = stack.platform;
  await db.execute(sql`insert into audit_entries (at, actor_kind, action, subject_type, subject_id, changes)
    values ('2026-04-02T10:00:00Z', 'operator', 'retry_job', 'job', '17', '[]')`);
  const april = { from: "2026-04-01", to: "2026-04-30" };
  expect(entriesOf((await send(april)).text)).toMatchObject([
    { subject_type: "job", subject_id: "17", user_uid: null },
  ]);
  expect(await actionsOf({ ...april, kind: "access" })).toEqual([]);
  expect(await actionsOf({ ...april, by: "self" })).toEqual([]);
  expect(await actionsOf({ ...april, by: "others" })).toEqual(["retry_job"]);
});

test("reads a long log in pages, without gaps, and refuses more than the limit", async () => {
  const { db } = stack.platform;
  await db.execute(sql`insert into audit_entries (at, actor_kind, action, subject_type, subject_id, changes)
    select '2026-06-01T10:00:00Z', 'operator', 'retry_job', 'job', n::text, '[]' from generate_series(1, 2500) n`);
  const june = { from: "2026-06-01", to: "2026-06-01" };
  const file = await text(await exportAudit(db, june, "jsonl"));
  expect(entriesOf(file).map(({ subject_id }) => subject_id)).toEqual(
    Array.from({ length: 2500 }, (_, at) => String(at + 1)),
  );
  await expect(exportAudit(db, june, "jsonl", 2_499)).rejects.toMatchObject({
    details: { errors: { from: ["audit.export_entries"] } },
  });
});

test("days are those of Zurich, both inclusive; a period that ends before it starts is rejected", async () => {
  const { db } = stack.platform;
  const at = (instant: string) =>
    db.execute(sql`insert into audit_entries (at, actor_kind, action, subject_type, subject_id, changes)
      values (${instant}::timestamptz, 'operator', 'retry_job', 'job', ${instant}, '[]')`);
  for (const instant of [
    "2026-07-31T21:59:00Z",
    "2026-07-31T22:00:00Z",
    "2026-08-01T21:59:00Z",
    "2026-08-01T22:00:00Z",
  ])
    await at(instant);
  const { text: file } = await send({ from: "2026-08-01", to: "2026-08-01" });
  expect(entriesOf(file).map(({ subject_id }) => subject_id)).toEqual(["2026-07-31T22:00:00Z", "2026-08-01T21:59:00Z"]);
  expect((await send({ from: "2026-08-02", to: "2026-08-01" })).status).toBe(422);
});

test("only admins may export, and only users who exist", async () => {
  expect((await send({ user: "nobody-here" })).status).toBe(404);
  for (const role of ["tech_admin", "sales", "customer"] as const) {
    expect((await send({}, await stack.signIn(role))).status, role).toBe(403);
  }
});
