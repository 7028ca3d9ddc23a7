import { acceptsIdempotencyKey, endpoint } from "@litfass/contract/kernel/endpoint";
import { byRole, signedIn, visitor } from "@litfass/contract/kernel/who";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { command } from "../command/command.ts";
import type { Outcome } from "../command/execute.ts";
import { tooMany } from "../problem.ts";
import { mount, mountKeyed, mountPublic } from "./mount.ts";
import { mountCommand, mountVisitorCommand, runCommand } from "./mount-command.ts";

const tag = "Test";
const any = z.unknown().optional();
const calledAs = z.object({ caller: any, key: any, lang: any, body: any, query: any });
const adminThing = endpoint({
  ...{ method: "POST", path: "/test/admin", aliases: ["/test/administration"], tag, summary: "Changes a thing" },
  ...{ who: byRole({ admin: "all" }), body: z.object({ a: z.number() }), output: calledAs },
});
const keyedThing = endpoint({
  ...{ method: "POST", path: "/test/keyed", tag, summary: "Once", who: signedIn, acceptsKey: true, output: calledAs },
});
const openThing = endpoint({
  ...{ method: "POST", path: "/test/open", tag, summary: "Open", who: visitor, sessionless: true },
  ...{ query: z.object({ b: z.coerce.number() }), output: calledAs },
});
const openChange = endpoint({
  ...{ method: "POST", path: "/test/open-change", tag, summary: "Open", who: visitor, output: null },
});
const anyAccount = endpoint({
  ...{ method: "GET", path: "/test/any-account", tag, summary: "Any", who: signedIn, account: "any", output: null },
});
const verifiedAccount = endpoint({
  ...{ method: "GET", path: "/test/verified", tag, summary: "Any", who: signedIn, account: "verified", output: null },
});
const filledAccount = endpoint({
  ...{ method: "GET", path: "/test/filled", tag, summary: "Filled", who: byRole({ customer: "own" }), output: null },
});
const sentThing = endpoint({
  ...{ method: "GET", path: "/test/sent", tag, summary: "Sent", who: visitor, output: z.object({ a: z.number() }) },
});
const createdFile = endpoint({
  ...{ method: "POST", path: "/test/created-file", tag, summary: "A file", who: signedIn, status: 201 },
  output: { file: ["text/plain"] },
});
const held = endpoint({
  ...{ method: "POST", path: "/test/held", tag, summary: "Held", who: signedIn, movesMoney: true },
  output: z.object({ a: z.number() }),
});
const heldElsewhere = endpoint({
  ...{ method: "POST", path: "/test/held-elsewhere", tag, summary: "Held", who: signedIn, movesMoney: true },
  output: z.object({ approval: z.number() }),
});
const nothing = command({
  name: "test.nothing",
  errors: [],
  async run({ ctx }: { ctx: { audit: { unchanged(why: string): void } } }) {
    ctx.audit.unchanged("a test");
    return { a: 1 };
  },
});

let stack: Stack;
let handled = 0;
beforeAll(async () => {
  stack = await startStack({
    routes(app) {
      mount(app, adminThing, async ({ caller, idempotencyKey: key, lang, body, query }) => {
        handled += 1;
        return { caller, key, lang, body, query };
      });
      mountKeyed(app, keyedThing, async ({ caller, idempotencyKey: key, lang, body, query }) => ({
        ...{ caller, key, lang, body, query },
      }));
      for (const open of [openThing, openChange]) {
        mountPublic(app, open as typeof openThing, async ({ caller, idempotencyKey: key, lang, body, query }) => {
          return open === openThing ? { caller, key, lang, body, query } : (undefined as never);
        });
      }
      mount(app, anyAccount, async () => undefined);
      mount(app, verifiedAccount, async () => undefined);
      mount(app, filledAccount, async () => undefined);
      mountPublic(app, sentThing, async ({ reply }) => {
        reply.send({ a: 7 });
        return { a: 8 };
      });
      mount(app, createdFile, async () => ({ body: "text", contentType: "text/plain" }));
      mountCommand(app, held, nothing, () => ({}));
      mountCommand(app, heldElsewhere, nothing, () => ({}), {
        done: () => ({ approval: 0 }),
        pending: async ({ approvalId }, { caller }) => ({ approval: caller.uid ? approvalId : 0 }),
      });
    },
  });
});
beforeEach(() => vi.restoreAllMocks());
afterAll(() => stack.close());

test("a call is checked in the order session, anti-forgery, role, account, limit, and input last", async () => {
  const forged = { "x-xsrf-token": "forged" };
  const status = async (client: ReturnType<Stack["visitor"]>, headers: Record<string, string> = {}) =>
    (await client.post("/test/admin", { a: "no number" }, headers)).status;
  const unfilled = { verified: true, filled: false };
  const sales = await stack.signIn({ uid: "o-sales", role: "sales", ...unfilled });
  const admin = await stack.signIn("admin");
  const customer = await stack.signIn({ uid: "o-customer", role: "customer", ...unfilled });
  const { limits } = stack.app.services;
  const countCaller = vi.spyOn(limits, "countCaller").mockRejectedValue(tooMany(1));
  expect(await status(stack.visitor(), forged)).toBe(401);
  expect(await status(sales, forged)).toBe(419);
  expect(await status(sales)).toBe(403);
  expect((await customer.get("/users")).status).toBe(403);
  expect((await customer.get("/test/filled")).status).toBe(430);
  expect(countCaller).not.toHaveBeenCalled();
  expect(await status(admin)).toBe(429);
  countCaller.mockRestore();
  expect(await status(admin)).toBe(422);
  const countAddress = vi.spyOn(limits, "countAddress").mockRejectedValue(tooMany(1));
  expect(await status(stack.visitor(), forged)).toBe(429);
  expect(countAddress).toHaveBeenCalledWith("127.0.0.1");
  expect(handled).toBe(0);
});

test("limits count the user, or the address of a visitor", async () => {
  const countCaller = vi.spyOn(stack.app.services.limits, "countCaller");
  const customer = await stack.signIn("customer");
  await customer.post("/test/open?b=1");
  await stack.visitor().post("/test/open?b=1");
  expect(countCaller.mock.calls).toEqual([
    [customer.uid, "127.0.0.1"],
    [null, "127.0.0.1"],
  ]);
});

test("a handler gets the caller with its reach, and only the declared parts of the input", async () => {
  const admin = await stack.signIn("admin");
  const { body, headers } = await admin.post("/test/admin?c=1", { a: 1 }, { "idempotency-key": "ignored" });
  expect(body).toEqual({
    ...{ caller: { uid: admin.uid, role: "admin", reach: "all", lang: "en" }, key: null, lang: "en", body: { a: 1 } },
  });
  expect(headers["cache-control"]).toBe("no-store");
  const open = await stack.visitor().post("/test/open?b=5", { a: 1 }, { "accept-language": "de" });
  expect(open.body).toEqual({ caller: null, key: null, lang: "de", query: { b: 5 } });
  const known = await admin.post("/test/open?b=5");
  expect(known.body.caller).toMatchObject({ uid: admin.uid, reach: "own" });
});

test("an alias works like the path, but only the path is documented", async () => {
  const admin = await stack.signIn("admin");
  expect((await admin.post("/test/administration", { a: 1 })).status).toBe(200);
  expect((await stack.visitor().post("/test/administration", { a: 1 })).status).toBe(401);
  const { paths } = (await stack.visitor().get("/openapi.json")).body;
  expect([paths["/api/v1/test/admin"] !== undefined, paths["/api/v1/test/administration"]]).toEqual([true, undefined]);
});

test("a sessionless call needs no token, only its own origin; every other change needs one", async () => {
  const client = stack.visitor();
  const bare = { cookie: "", "x-xsrf-token": "" };
  expect((await client.post("/test/open?b=1", undefined, bare)).status).toBe(200);
  expect((await client.post("/test/open?b=1", undefined, { ...bare, origin: "https://evil.example" })).status).toBe(
    419,
  );
  expect((await client.post("/test/open-change", undefined, bare)).status).toBe(419);
  expect((await client.post("/test/open-change")).status).toBe(204);
});

test("the account's state counts as each endpoint declares", async () => {
  const unverified = await stack.signIn({ uid: "o-unverified", role: "customer", verified: false, filled: false });
  const unfilled = await stack.signIn({ uid: "o-unfilled", role: "customer", filled: false });
  const statuses = async (path: string) => [(await unverified.get(path)).status, (await unfilled.get(path)).status];
  expect(await statuses("/test/any-account")).toEqual([204, 204]);
  expect(await statuses("/test/verified")).toEqual([430, 204]);
  expect(await statuses("/test/filled")).toEqual([430, 430]);
  expect((await unverified.get("/test/sent")).status).toBe(200);
});

test("an Idempotency-Key has 1 to 200 visible characters", async () => {
  expect([acceptsIdempotencyKey(keyedThing), acceptsIdempotencyKey(adminThing)]).toEqual([true, false]);
  expect(acceptsIdempotencyKey({ ...adminThing, movesMoney: true })).toBe(true);
  const customer = await stack.signIn("customer");
  const send = (key: string) => customer.post("/test/keyed", undefined, { "idempotency-key": key });
  for (const key of ["!", "~", "k".repeat(200)]) expect((await send(key)).body.key).toBe(key);
  expect((await customer.post("/test/keyed")).body.key).toBe(null);
  for (const key of ["", "k".repeat(201), "a b", "ä"]) {
    const { status, body } = await send(key);
    expect([key, status, body.errors && Object.keys(body.errors)]).toEqual([key, 422, ["Idempotency-Key"]]);
  }
});

test("a handler that has already answered is not answered again; files have the declared status", async () => {
  const sent = await stack.visitor().get("/test/sent");
  expect([sent.status, sent.body]).toEqual([200, { a: 7 }]);
  const file = await (await stack.signIn("customer")).post("/test/created-file");
  expect([file.status, file.text, file.headers["content-type"]]).toEqual([201, "text", "text/plain"]);
});

test("a command that waits for a second person is answered with its approval", async () => {
  const customer = await stack.signIn("customer");
  expect((await customer.post("/test/held")).body).toEqual({ a: 1 });
  const pending = { status: "pending_approval", approvalId: 9, replayed: true } as Outcome<unknown>;
  vi.spyOn(stack.app.services, "execute").mockResolvedValue(pending as never);
  expect((await customer.post("/test/held")).status).toBe(500);
  const own = await customer.post("/test/held-elsewhere");
  expect([own.status, own.body, own.headers["idempotency-replayed"]]).toEqual([200, { approval: 9 }, "true"]);
  const origin = { caller: null, lang: "en" as const, request: { server: stack.app, ip: "203.0.113.1" } as never };
  await expect(runCommand(origin, nothing, {})).rejects.toThrow("approval 9");
  expect(stack.app.services.execute).toHaveBeenLastCalledWith(nothing, {
    ...{ actor: { kind: "visitor", ip: "203.0.113.1" }, input: {}, lang: "en" },
  });
});

test("an endpoint can only be mounted by the function for its callers", () => {
  const { app } = stack;
  const handler = async () => undefined as never;
  expect(() => mountKeyed(app, openThing, handler)).toThrow("/test/open is for visitors: use mountPublic");
  expect(() => mountCommand(app, openChange, nothing, () => ({}), { done: () => undefined })).toThrow(
    "/test/open-change is for visitors: use mountVisitorCommand",
  );
  expect(() => mountVisitorCommand(app, held, nothing, () => ({}))).toThrow("/test/held is not for visitors");
  expect(() => mount(app, keyedThing, handler)).toThrow("/test/keyed accepts a key");
});
