import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { conflict, notFound, Problem } from "../problem.ts";
import { type Actor, userActor } from "./actor.ts";
import type { ApprovalPolicy } from "./approval-policy.ts";
import { type CommandCall, command } from "./command.ts";
import { CommandFault, createExecutor, type Execute } from "./execute.ts";

type Note = { key: string; value: string };
const write = ({ ctx, input }: CommandCall<Note>) =>
  ctx.tx.execute(sql`insert into installation (key, value) values (${input.key}, ${input.value})`);
const subject = (key: string) => ({ subject: { type: "note", id: key } });

const saveNote = command({
  name: "test.save_note",
  errors: ["conflict"],
  async run({ ctx, input }: CommandCall<Note>) {
    await write({ ctx, input });
    await ctx.audit.record({ ...subject(input.key), details: { description: input.value } });
    if (input.value === "locked") throw conflict("note_locked");
    return { saved: input.key, at: ctx.random.id() };
  },
});
const saveSilently = command({
  name: "test.save_silently",
  errors: [],
  run: async (call: CommandCall<Note>) => void (await write(call)),
});
const saveUnreported = command({
  name: "test.save_unreported",
  errors: [],
  async run(call: CommandCall<Note>) {
    await write(call);
    call.ctx.audit.unchanged("a technical note");
  },
});
const failUndeclared = command({
  name: "test.fail_undeclared",
  errors: ["conflict"],
  async run(_call: CommandCall<Note>) {
    throw notFound();
  },
});
const follow: string[] = [];
const saveAndTell = command({
  name: "test.save_and_tell",
  errors: [],
  async run({ ctx, input }: CommandCall<Note>) {
    await write({ ctx, input });
    await ctx.audit.record(subject(input.key));
    ctx.afterCommit(async () => {
      throw new Error("the mail server is away");
    });
    ctx.afterCommit(async () => follow.push(await storedValue(input.key)));
    await ctx.jobs.send("test.command-job", { key: input.key });
    if (input.value === "fails") throw new Error("broken");
    return "told";
  },
});
const payOut = command({
  name: "test.pay_out",
  errors: [],
  money: async ({ input }: CommandCall<Note>) => ({
    direction: "credit",
    customerUid: "anna",
    currency: "CHF",
    amountMicros: 7_000_000n,
    description: input.value,
  }),
  async run({ ctx, input }: CommandCall<Note>) {
    await write({ ctx, input });
    await ctx.audit.record(subject(input.key));
    return "paid";
  },
});
const approvePayOut = command({
  name: "test.approve",
  errors: [],
  async run({ ctx, input }: CommandCall<Note>) {
    const output = await ctx.runApproved("test.pay_out", input, { id: 4, requestedBy: "rita" });
    await ctx.audit.record(subject(input.key));
    return output;
  },
});

const anna: Actor = userActor({ uid: "anna", role: "admin", reach: "all", lang: "en" });
const holdEverything: ApprovalPolicy = {
  async holdBack(ctx, { effect }) {
    await ctx.audit.record({ subject: { type: "approval", id: "4" } });
    return effect.amountMicros > 5_000_000n ? { approvalId: 4, requestedAt: ctx.clock.now() } : null;
  },
};

let stack: Stack;
let execute: Execute<object>;
beforeAll(async () => {
  stack = await startStack();
  stack.platform.jobs.work("test.command-job", async () => {});
  execute = createExecutor(stack.platform, {}, { commands: [payOut], approvals: holdEverything });
});
afterAll(() => stack.close());
let note: Note;
beforeEach(() => {
  note = { key: stack.platform.random.id(), value: "one" };
});

const db = () => stack.platform.db;
async function storedValue(key: string): Promise<string> {
  const { rows } = await db().execute<{ value: string }>(sql`select value from installation where key = ${key}`);
  return rows[0]?.value ?? "nothing";
}
async function auditOf(key: string) {
  const { rows } =
    await db().execute(sql`select actor_kind, actor_uid, actor_name, command, action, subject_type, details
    from audit_entries where subject_type = 'note' and subject_id = ${key} order by id`);
  return rows;
}
const call = (actor: Actor = anna) => ({ actor, input: note, lang: "en" as const });

test("a change commits with its audit entry, which names the command and the actor", async () => {
  const outcome = await execute(saveNote, call());
  expect(outcome).toMatchObject({ status: "done", output: { saved: note.key }, replayed: false });
  expect(await storedValue(note.key)).toBe("one");
  expect(await auditOf(note.key)).toEqual([
    {
      actor_kind: "user",
      actor_uid: "anna",
      actor_name: null,
      command: "test.save_note",
      action: "save_note",
      subject_type: "note",
      details: { description: "one" },
    },
  ]);
});

test.each<[Actor, object]>([
  [
    { kind: "job", name: "nightly" },
    { actor_kind: "job", actor_uid: null, actor_name: "nightly" },
  ],
  [{ kind: "operator" }, { actor_kind: "operator", actor_uid: null, actor_name: null }],
  [
    { kind: "api_key", id: "key-1", uid: "anna", role: "customer", reach: "own", lang: "en" },
    { actor_kind: "api_key", actor_uid: "anna", actor_name: "key-1" },
  ],
])("records every kind of actor: %o", async (actor, stored) => {
  await execute(saveNote, call(actor));
  expect(await auditOf(note.key)).toMatchObject([stored]);
});

test("a command without an actor does not compile", () => {
  // @ts-expect-error: the actor is missing
  const withoutActor = () => execute(saveNote, { input: note, lang: "en" });
  expect(withoutActor).toBeTypeOf("function");
});

test("a change without an audit entry does not commit", async () => {
  await expect(execute(saveSilently, call())).rejects.toThrow(CommandFault);
  expect(await storedValue(note.key)).toBe("nothing");
  await execute(saveUnreported, call());
  expect(await storedValue(note.key)).toBe("one");
});

test("a declared problem reaches the caller and changes nothing", async () => {
  note.value = "locked";
  await expect(execute(saveNote, call())).rejects.toMatchObject({ kind: "conflict" });
  expect([await storedValue(note.key), await auditOf(note.key)]).toEqual(["nothing", []]);
});

test("an undeclared problem is a fault that names the command", async () => {
  const error = await execute(failUndeclared, call()).catch((thrown: unknown) => thrown);
  expect(error).not.toBeInstanceOf(Problem);
  expect(String(error)).toBe('CommandFault: test.fail_undeclared threw "not_found", which it does not declare');
});

describe("an idempotency key", () => {
  const keyed = (key: string) => ({ ...call(), idempotencyKey: key });

  test("returns the stored response for the same input, and rejects a different one", async () => {
    const first = await execute(saveNote, keyed(note.key));
    const again = await execute(saveNote, keyed(note.key));
    expect(again).toEqual({ ...first, replayed: true });
    const other = { ...keyed(note.key), input: { ...note, value: "two" } };
    await expect(execute(saveNote, other)).rejects.toMatchObject({ kind: "idempotency_conflict" });
    expect(await auditOf(note.key)).toHaveLength(1);
  });

  test("has one effect for concurrent calls, which all get its response", async () => {
    const outcomes = await Promise.all([1, 2, 3].map(() => execute(saveNote, keyed(note.key))));
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1);
    const [first] = outcomes;
    for (const each of outcomes) expect({ ...each, replayed: null }).toEqual({ ...first, replayed: null });
    expect(await auditOf(note.key)).toHaveLength(1);
  });

  test("is released when the call fails, even between the effect and the response", async () => {
    const dying = {
      ...keyed(note.key),
      present: () => {
        throw new Error("the process died");
      },
    };
    await expect(execute(saveNote, dying)).rejects.toThrow("the process died");
    expect(await storedValue(note.key)).toBe("nothing");
    expect(await execute(saveNote, keyed(note.key))).toMatchObject({ status: "done", replayed: false });
    expect(await auditOf(note.key)).toHaveLength(1);
  });

  test("belongs to its actor and its command", async () => {
    await execute(saveNote, keyed(note.key));
    await expect(execute(saveSilently, keyed(note.key))).rejects.toMatchObject({ kind: "idempotency_conflict" });
    const second = {
      ...keyed(note.key),
      actor: { kind: "operator" } as const,
      input: { ...note, key: `${note.key}-2` },
    };
    expect(await execute(saveNote, second)).toMatchObject({ replayed: false });
  });
});

test("hooks after the commit see the change, and their errors fail neither the call nor later hooks", async () => {
  await stack.platform.jobs.drain("test.command-job");
  expect(await execute(saveAndTell, call())).toMatchObject({ output: "told" });
  expect(follow.at(-1)).toBe("one");
  expect(await stack.platform.jobs.drain("test.command-job")).toBe(1);
});

test("a failed command sends no job and runs no hooks", async () => {
  note.value = "fails";
  const before = follow.length;
  await expect(execute(saveAndTell, call())).rejects.toThrow("broken");
  expect(follow).toHaveLength(before);
  expect(await stack.platform.jobs.drain("test.command-job")).toBe(0);
});

test("money above the policy is held, and the same key returns the same request", async () => {
  const first = await execute(payOut, { ...call(), idempotencyKey: note.key });
  expect(first).toMatchObject({ status: "pending_approval", approvalId: 4, effect: { amountMicros: 7_000_000n } });
  expect(await execute(payOut, { ...call(), idempotencyKey: note.key })).toEqual({ ...first, replayed: true });
  expect(await storedValue(note.key)).toBe("nothing");
});

test("an approved command runs for its approver and records its requester", async () => {
  expect(await execute(approvePayOut, call())).toMatchObject({ output: "paid" });
  expect(await auditOf(note.key)).toMatchObject([
    { command: "test.pay_out", actor_uid: "anna", details: { requested_by: "rita", approval: 4 } },
    { command: "test.approve", details: {} },
  ]);
});

test("rejects two commands with the same name at the start", () => {
  const twice = { commands: [payOut, payOut], approvals: holdEverything };
  expect(() => createExecutor(stack.platform, {}, twice)).toThrow("same name");
});
