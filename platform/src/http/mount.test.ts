import { readdirSync } from "node:fs";
import os from "node:os";
import { endpoint } from "@litfass/contract/kernel/endpoint";
import { byRole, signedIn, visitor } from "@litfass/contract/kernel/who";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { sendForm } from "../../../server/src/testing/forms.ts";
import { type Stack, startStack } from "../../../server/src/testing/stack.ts";
import { version } from "../installation/version.ts";
import { conflict, notFound, tooMany } from "../problem.ts";
import { mount, mountPublic } from "./mount.ts";

const thing = z.object({ name: z.string(), reach: z.string() });
const readThing = endpoint({
  method: "GET",
  path: "/test/things/:id",
  tag: "Test",
  summary: "A thing",
  who: byRole({ admin: "all", customer: "own" }),
  params: z.object({ id: z.coerce.number().int() }),
  output: thing,
});
const fixedThing = endpoint({
  method: "GET",
  path: "/test/things/best",
  tag: "Test",
  summary: "The best thing",
  who: signedIn,
  output: thing,
});
const saveThing = endpoint({
  method: "POST",
  path: "/test/things",
  tag: "Test",
  summary: "Saves a thing",
  who: signedIn,
  body: z.strictObject({ name: z.string().min(1) }),
  output: null,
});
const failThing = endpoint({
  method: "GET",
  path: "/test/fail/:how",
  tag: "Test",
  summary: "Fails",
  who: visitor,
  params: z.object({ how: z.string() }),
  errors: ["not_found", "conflict"],
  output: thing,
});
const payThing = endpoint({
  method: "POST",
  path: "/test/pay",
  tag: "Test",
  summary: "Pays",
  who: signedIn,
  movesMoney: true,
  body: z.object({ amount: z.number() }),
  output: z.object({ paid: z.number() }),
  status: 201,
});
const uploadThing = endpoint({
  method: "POST",
  path: "/test/upload",
  tag: "Test",
  summary: "Takes a file",
  who: signedIn,
  multipart: { files: 2, fileBytes: 100_000, fileFields: { file: "many" } },
  body: z.object({ title: z.string().min(1) }),
  output: z.object({ title: z.string(), bytes: z.number(), filename: z.string() }),
});
const fileThing = endpoint({
  method: "GET",
  path: "/test/file",
  tag: "Test",
  summary: "A file",
  who: visitor,
  output: { file: ["text/csv"] },
});

let stack: Stack;
let saved = 0;

beforeAll(async () => {
  stack = await startStack({
    routes: (app) => {
      mount(app, readThing, async ({ caller, params }) => {
        const secret = { name: `thing ${params.id}`, reach: caller.reach, password: "not for the wire" };
        return secret;
      });
      mount(app, fixedThing, async () => ({ name: "best", reach: "own" }));
      mount(app, saveThing, async () => {
        saved += 1;
      });
      mountPublic(app, failThing, async ({ params }) => {
        if (params.how === "missing") throw notFound();
        if (params.how === "conflict") throw conflict("thing_locked");
        if (params.how === "busy") throw tooMany(7.2);
        throw new Error("internal detail: password is hunter2");
      });
      mount(app, uploadThing, async ({ body, files }) => ({
        title: body.title,
        bytes: files[0]?.sizeBytes ?? 0,
        filename: files[0]?.filename ?? "",
      }));
      mountPublic(app, fileThing, async () => ({ body: "a;b\n", contentType: "text/csv", filename: "Zürich.csv" }));
    },
  });
});
afterAll(() => stack.close());

test("rejects a form with too many or too large parts early, and leaves no file behind", async () => {
  const customer = await stack.signIn("customer");
  const left = () => readdirSync(os.tmpdir()).filter((name) => name.endsWith(".limit"));
  const file = (bytes: number) => ({ name: "a.limit", body: Buffer.alloc(bytes) });
  const send = (fields: Record<string, string>, files: { name: string; body: Buffer }[]) =>
    sendForm(customer, "post", "/test/upload", { title: "Bread", ...fields }, { file: files });
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`field${index}`, "x"]));
  for (const [fields, files] of [
    [{}, [file(10), file(10), file(10)]],
    [{}, [file(10), file(100_001)]],
    [{ title: "x".repeat(70_000) }, [file(10)]],
    [many, [file(10)]],
  ] as const) {
    const refused = await send(fields, [...files]);
    expect(refused.status).toBe(413);
    expect(refused.body).toMatchObject({ code: "too_large", message: expect.stringContaining("too large") });
  }
  expect((await send({}, [file(100_000)])).body).toMatchObject({ bytes: 100_000 });
  await expect.poll(left).toEqual([]);
});

test("rejects U+0000 at its field in any input; a path with it is unknown", async () => {
  const customer = await stack.signIn("customer");
  const body = await customer.post("/test/things", { name: "a\0b" });
  expect([body.status, Object.keys(body.body.errors)]).toEqual([422, ["name"]]);
  const form = await sendForm(customer, "post", "/test/upload", { title: "a\0b" });
  expect([form.status, Object.keys(form.body.errors)]).toEqual([422, ["title"]]);
  expect((await customer.get("/test/things/1?search=%00")).status).toBe(422);
  expect((await customer.get("/test/things/%00")).status).toBe(404);
  expect((await customer.get("//invoices/%00")).status).toBe(404);
  expect((await customer.get("//order-confirmation?invoice=%00")).status).toBe(422);
});

test("responses of the API are not cacheable unless a handler allows it", async () => {
  const customer = await stack.signIn("customer");
  expect((await customer.get("/test/things/1")).headers["cache-control"]).toBe("no-store");
  expect((await customer.get("/users/me")).headers["cache-control"]).toBe("no-store");
});

test("[ERR-028] 401 not signed in, 403 not allowed, 404 unknown, 409 named conflict, 422 by field, 429, 500 without internals", async () => {
  const visitorClient = stack.visitor();
  const customer = await stack.signIn("customer");
  const sales = await stack.signIn("sales");
  expect((await visitorClient.get("/test/things/1")).body).toEqual({
    message: "You are not signed in",
    code: "unauthenticated",
  });
  expect((await sales.get("/test/things/1")).status).toBe(403);
  expect((await customer.get("/test/things/1")).body).toEqual({ name: "thing 1", reach: "own" });
  expect((await visitorClient.get("/test/fail/missing")).status).toBe(404);
  expect((await visitorClient.get("/test/nowhere")).body.code).toBe("not_found");
  expect((await visitorClient.get("/test/fail/conflict")).body).toMatchObject({ code: "thing_locked" });
  const invalid = await customer.post("/test/things", {});
  expect(invalid.status).toBe(422);
  expect(invalid.body.errors).toEqual({ name: ["The name field is required"] });
  const busy = await visitorClient.get("/test/fail/busy");
  expect([busy.status, busy.headers["retry-after"]]).toEqual([429, "8"]);
  const failed = await visitorClient.get("/test/fail/badly");
  expect(failed.status).toBe(500);
  expect(failed.text).not.toContain("hunter2");
  expect(failed.body.request_id).toBe(failed.headers["x-request-id"]);
});

test("messages are in the language of Accept-Language, else in the user's", async () => {
  const customer = await stack.signIn({ uid: "german-user", role: "customer", lang: "de" });
  const german = await customer.post("/test/things", { name: "" }, { "accept-language": "de-CH,de;q=0.9,en;q=0.8" });
  expect(german.body.errors).toEqual({ name: ["Das Feld Name ist erforderlich"] });
  const own = await customer.post("/test/things", { name: "" });
  expect(own.body.message).toBe("Einige Angaben müssen korrigiert werden");
  const english = await customer.post("/test/things", { name: "" }, { "accept-language": "fr, en;q=0.5" });
  expect(english.body.message).toBe("Some entries need a correction");
});

test("[ERR-003] an incomplete account gets 430 with the fresh user", async () => {
  const unfilled = await stack.signIn({ uid: "unfilled", role: "customer", filled: false });
  const answer = await unfilled.get("/test/things/1");
  expect(answer.status).toBe(430);
  expect(answer.body).toMatchObject({ uid: "unfilled", user_role: "customer", code: "account_state" });
});

test("[HTTP-004] a state-changing call without the right token gets 419 and has no effect", async () => {
  const customer = await stack.signIn("customer");
  const before = saved;
  for (const token of ["", "wrong.token", stack.app.services.antiForgery.token("another session")]) {
    const answer = await customer.post(
      "/test/things",
      { name: "x" },
      { cookie: `XSRF-TOKEN=${token}`, "x-xsrf-token": token },
    );
    expect([answer.status, answer.body.code]).toEqual([419, "csrf_mismatch"]);
  }
  const foreign = await customer.post("/test/things", { name: "x" }, { origin: "https://evil.example" });
  expect(foreign.status).toBe(419);
  expect(saved).toBe(before);
  expect((await customer.post("/test/things", { name: "x" }, { origin: "http://localhost:8080" })).status).toBe(204);
  expect(saved).toBe(before + 1);
});

test("csrf-cookie sets a token that authorizes a visitor's call", async () => {
  const answer = await stack.app.inject({ method: "GET", url: "/api/v1/csrf-cookie" });
  expect(answer.statusCode).toBe(204);
  const cookie = answer.cookies.find(({ name }) => name === "XSRF-TOKEN");
  expect(cookie).toMatchObject({ path: "/", sameSite: "Lax" });
  expect(cookie?.httpOnly).toBeUndefined();
});

test("[HTTP-007] a fixed path takes precedence over a parameter, and an impossible parameter is 404", async () => {
  const customer = await stack.signIn("customer");
  expect((await customer.get("/test/things/best")).body.name).toBe("best");
  expect((await customer.get("/test/things/abc")).status).toBe(404);
});

test("passes a form's fields and files to the handler", async () => {
  const customer = await stack.signIn("customer");
  const form = new FormData();
  form.set("title", "Logo");
  form.set("file", new Blob(["12345"], { type: "image/png" }), "logo.png");
  const request = new Request("http://localhost/", { method: "POST", body: form });
  const payload = Buffer.from(await request.arrayBuffer());
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  const answer = await customer.post("/test/upload", payload, headers);
  expect(answer.body).toEqual({ title: "Logo", bytes: 5, filename: "logo.png" });
  const empty = await customer.post("/test/upload", {});
  expect([empty.status, Object.keys(empty.body.errors)]).toEqual([422, ["title"]]);
});

test("a file response has its type and name, and the strict headers", async () => {
  const answer = await stack.visitor().get("/test/file");
  expect(answer.text).toBe("a;b\n");
  expect(answer.headers["content-disposition"]).toContain("filename*=UTF-8''Z%C3%BCrich.csv");
  expect(answer.headers["content-security-policy"]).toContain("script-src 'self'; style-src 'self'");
});

test("an endpoint can only be mounted by the function for its callers and keys", () => {
  expect(() => mount(stack.app, failThing, async () => ({ name: "", reach: "" }))).toThrow("mountPublic");
  expect(() => mount(stack.app, payThing, async () => ({ paid: 1 }))).toThrow("mountCommand");
  expect(() => mountPublic(stack.app, fixedThing, async () => ({ name: "", reach: "" }))).toThrow("use mount");
});

test("malformed JSON gets 422, a body that is too large 413", async () => {
  const customer = await stack.signIn("customer");
  const json = { "content-type": "application/json" };
  expect((await customer.post("/test/things", "{oops", json)).status).toBe(422);
  const large = await customer.post("/test/things", JSON.stringify({ name: "x".repeat(3_000_000) }), json);
  expect([large.status, large.body.code]).toEqual([413, "too_large"]);
});

test("[HTTP-001] the document and its reference list the mounted calls, and no schema is empty", async () => {
  const document = (await stack.visitor().get("/openapi.json")).body;
  expect(document.openapi).toBe("3.1.0");
  expect(
    document.paths["/api/v1/test/things/{id}"].get.responses["200"].content["application/json"].schema.properties,
  ).toHaveProperty("reach");
  expect((await stack.visitor().get("//users/me")).status).toBe(404);
  const page = await stack.visitor().get("//api/docs");
  expect(page.text).toContain("/api/v1/test/things/{id}");
  expect(page.text).not.toContain("<script");
});

test("serves health, readiness and metrics", async () => {
  const client = stack.visitor();
  expect((await client.get("//health")).body).toEqual({ status: "ok", version });
  expect((await client.get("//ready")).body).toEqual({ ready: true, stores: { postgres: "ok", clickhouse: "ok" } });
  expect((await client.get("//metrics")).text).toContain("http_requests_total");
  expect((await client.get("//metrics", { "x-forwarded-for": "203.0.113.9" })).status).toBe(404);
});
