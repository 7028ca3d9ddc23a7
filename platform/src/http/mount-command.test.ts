import { endpoint } from "@litfass/contract/kernel/endpoint";
import { signedIn, visitor } from "@litfass/contract/kernel/who";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { TestClient } from "../../../server/src/testing/client.ts";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { type CommandCall, command } from "../command/command.ts";
import { conflict, notFound } from "../problem.ts";
import { mount } from "./mount.ts";
import { mountCommand, mountVisitorCommand } from "./mount-command.ts";

const saveNote = endpoint({
  method: "POST",
  path: "/test/notes/:note",
  tag: "Test",
  summary: "Saves a note",
  who: signedIn,
  params: z.object({ note: z.string() }),
  body: z.strictObject({ text: z.string() }),
  output: z.object({ saved: z.string() }),
  status: 201,
  errors: ["not_found"],
  movesMoney: true,
});
const readNote = endpoint({
  method: "GET",
  path: "/test/notes",
  tag: "Test",
  summary: "Reads a note",
  who: signedIn,
  output: z.object({ text: z.string() }),
});
const leaveNote = endpoint({
  method: "POST",
  path: "/test/open-notes/:note",
  tag: "Test",
  summary: "Saves a note without a session",
  who: visitor,
  params: z.object({ note: z.string() }),
  output: z.object({ key: z.string() }),
  errors: ["not_found"],
});
const save = command({
  name: "test.save_note",
  errors: ["not_found"],
  async run({ ctx, input }: CommandCall<{ key: string; text: string }>) {
    if (input.text === "missing") throw notFound();
    await ctx.tx.execute(sql`insert into installation (key, value) values (${input.key}, ${input.text})`);
    await ctx.audit.record({ subject: { type: "note", id: input.key } });
    return { key: input.key };
  },
});

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    routes: (app) => {
      mountCommand(app, saveNote, save, ({ params, body }) => ({ key: params.note, text: body.text }), {
        done: ({ key }) => ({ saved: key }),
      });
      mountVisitorCommand(app, leaveNote, save, ({ params }) => ({ key: params.note, text: "left" }));
      mount(app, readNote, async () => {
        throw conflict("note_locked");
      });
    },
  });
});
afterAll(() => stack.close());

test("the caller is the command's actor, and a repeated key returns the stored response", async () => {
  const customer = await stack.signIn("customer");
  const key = { "idempotency-key": "note-1" };
  const first = await customer.post("/test/notes/a", { text: "one" }, key);
  expect([first.status, first.body, first.headers["idempotency-replayed"]]).toEqual([201, { saved: "a" }, undefined]);
  const again = await customer.post("/test/notes/a", { text: "one" }, key);
  expect([again.status, again.body, again.headers["idempotency-replayed"]]).toEqual([201, { saved: "a" }, "true"]);
  expect((await customer.post("/test/notes/a", { text: "two" }, key)).body.code).toBe("idempotency_conflict");
  const { rows } = await stack.platform.db.execute(
    sql`select actor_uid, command from audit_entries where subject_type = 'note' and subject_id = 'a'`,
  );
  expect(rows).toEqual([{ actor_uid: customer.uid, command: "test.save_note" }]);
});

test("deletes stored responses after a week", async () => {
  const customer = await stack.signIn("customer");
  const key = { "idempotency-key": "note-2" };
  const send = async (client: TestClient, text: string) => client.post("/test/notes/forgotten", { text }, key);
  expect((await send(customer, "one")).status).toBe(201);
  stack.clock.advance(6 * 86_400_000);
  await forgetKeys();
  const later = await stack.signIn({ uid: customer.uid ?? "", role: "customer" });
  expect((await send(later, "missing")).body.code).toBe("idempotency_conflict");
  stack.clock.advance(2 * 86_400_000);
  await forgetKeys();
  const muchLater = await stack.signIn({ uid: customer.uid ?? "", role: "customer" });
  expect((await send(muchLater, "missing")).status).toBe(404);
});

async function forgetKeys(): Promise<void> {
  await stack.platform.jobs.send("platform.forget-idempotency-keys", {});
  expect(await stack.platform.jobs.drain("platform.forget-idempotency-keys")).toBe(1);
}

test("the actor is the visitor if no one is signed in, without an address in the log; otherwise the session's user", async () => {
  const customer = await stack.signIn("customer");
  expect((await stack.visitor().post("/test/open-notes/v")).body).toEqual({ key: "v" });
  expect((await customer.post("/test/open-notes/w")).status).toBe(200);
  const { rows } = await stack.platform.db.execute<{ entry: Record<string, unknown> }>(
    sql`select to_jsonb(audit_entries) as entry from audit_entries where subject_id in ('v', 'w') order by id`,
  );
  expect(rows.map(({ entry }) => [entry.actor_kind, entry.actor_uid, entry.actor_name])).toEqual([
    ["visitor", null, null],
    ["user", customer.uid, null],
  ]);
  expect(JSON.stringify(rows)).not.toContain("127.0.0.1");
});

test("returns a declared problem as it is, and an undeclared one as a 500", async () => {
  const customer = await stack.signIn("customer");
  expect((await customer.post("/test/notes/b", { text: "missing" })).status).toBe(404);
  const undeclared = await customer.get("/test/notes");
  expect([undeclared.status, undeclared.body.code]).toEqual([500, "internal"]);
});

test("the document lists exactly the possible statuses of each call", async () => {
  const { paths } = (await stack.visitor().get("/openapi.json")).body;
  const statuses = (operation: { responses: object }) => Object.keys(operation.responses).sort();
  expect(statuses(paths["/api/v1/test/notes/{note}"].post)).toEqual([
    "201",
    "401",
    "403",
    "404",
    "409",
    "413",
    "419",
    "422",
    "429",
    "430",
    "500",
  ]);
  expect(statuses(paths["/api/v1/test/notes"].get)).toEqual(["200", "401", "403", "422", "429", "430", "500"]);
});
