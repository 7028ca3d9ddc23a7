import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { contactMailJob, deleteOldMessages } from "./contact-commands.ts";
import { findContactMessage } from "./contact-sql.ts";

let stack: Stack;
let address = 0;
beforeAll(async () => {
  stack = await startStack({ env: { SELLER_EMAIL: "operator@example.ch", TRUST_PROXY: "127.0.0.1" } });
});
afterAll(() => stack.close());
beforeEach(() => {
  stack.outbox.length = 0;
  address += 1;
});

const input = {
  name: "Nora Zbinden",
  email: "nora@example.ch",
  phone: "+41 31 000 00 00",
  message: "What about\nBern?",
};
/** Each test comes from its own network address, because messages are limited by it. */
const from = (): Record<string, string> => ({ "x-forwarded-for": `192.0.2.${address}` });
const submit = (body: object, headers: Record<string, string> = {}) =>
  stack.visitor().post("/frontend/contact", body, { ...from(), "accept-language": "en", ...headers });
const postForm = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  stack.app.inject({
    method: "POST",
    url: path,
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html", ...from(), ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
const messages = async () =>
  (await stack.platform.db.execute<{ id: string; email: string }>("select id, email from contact_messages")).rows;

test("[PUB-010] [API-OTHER-001] a message is stored, mailed to the operator, and copied to the sender", async () => {
  const { status, body } = await submit(input);
  expect([status, body.message]).toEqual([200, expect.stringContaining("nora@example.ch")]);
  const id = (await messages())[0]?.id ?? "";
  const { phone, message } = input;
  expect(await findContactMessage(stack.platform.db, id)).toMatchObject({ name: "Nora Zbinden", phone, message });
  await stack.platform.jobs.drain(contactMailJob);
  const [mail, copy] = [...stack.outbox].sort((a, b) => b.to.localeCompare(a.to));
  expect(mail).toMatchObject({ to: "operator@example.ch", replyTo: "nora@example.ch" });
  expect(mail?.text).toContain("> What about\n> Bern?");
  expect(mail?.text).toContain("+41 31 000 00 00");
  expect(copy?.to).toBe("nora@example.ch");
  expect(copy?.text).toContain("> What about");
});

test("[PUB-011] [API-OTHER-001] name, e-mail and message are required, the phone is optional", async () => {
  for (const [field, value] of [
    ["name", " "],
    ["email", "nora@"],
    ["email", ""],
    ["message", ""],
  ] as const) {
    const { status, body } = await submit({ ...input, [field]: value });
    expect([status, Object.keys(body.errors)], field).toEqual([422, [field]]);
  }
  const { message: _message, ...incomplete } = input;
  expect((await submit(incomplete)).status).toBe(422);
  const { phone: _phone, ...short } = input;
  expect((await submit(short)).status).toBe(200);
});

test("[PUB-011] an address may send ten messages an hour", async () => {
  for (let count = 0; count < 10; count += 1) expect((await submit(input)).status).toBe(200);
  const refused = await submit(input);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(60);
  const page = await postForm("/en/contact", input);
  expect([page.statusCode, page.body.includes("<h1>Too many requests</h1>")]).toEqual([429, true]);
});

test("[PUB-011] a program that fills in the hidden field gets the usual response, and nothing is stored", async () => {
  const before = await messages();
  const { status } = await submit({ ...input, website: "https://spam.example" });
  expect(status).toBe(200);
  expect(await messages()).toHaveLength(before.length);
});

test.each([
  ["written alike", () => "flooded@example.ch"],
  ["and its plus addresses", (count: number) => `other+${count}@example.ch`],
])("a mailbox %s gets three copies a day at most", async (_addresses, emailOf) => {
  for (let count = 0; count < 5; count += 1) await submit({ ...input, email: emailOf(count) });
  await stack.platform.jobs.drain(contactMailJob);
  expect(stack.outbox.filter(({ to }) => /^(?:flooded|other\+\d)@/.test(to))).toHaveLength(3);
});

test("[PUB-010] the form works without scripts and cookies: a redirect, or the form with the values and the messages", async () => {
  const sent = await postForm("/de/contact", { ...input, email: "plain@example.ch", phone: "" });
  expect([sent.statusCode, sent.headers.location, sent.headers["set-cookie"]]).toEqual([
    303,
    "/de/contact?sent=1",
    undefined,
  ]);
  expect((await messages()).map(({ email }) => email)).toContain("plain@example.ch");
  const wrong = await postForm("/de/contact", { ...input, email: "<nora>" });
  expect(wrong.statusCode).toBe(422);
  expect(wrong.body).toContain('value="&lt;nora&gt;"');
  expect(wrong.body).toMatch(/id="contact-email-error"[^>]*>[^<]*E-Mail/);
  expect(wrong.body).toContain('value="Nora Zbinden"');
});

test("a form on another site cannot send messages", async () => {
  const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  expect((await postForm("/en/contact", input, foreign)).statusCode).toBe(419);
  expect((await submit(input, foreign)).status).toBe(419);
});

test("messages are deleted after a year", async () => {
  await submit({ ...input, email: "old@example.ch" });
  stack.clock.advance(366 * 86_400_000);
  await submit({ ...input, email: "new@example.ch" });
  const actor = { kind: "job", name: "test" } as const;
  await stack.app.services.execute(deleteOldMessages, { actor, input: undefined, lang: "en" });
  expect((await messages()).map(({ email }) => email)).toEqual(["new@example.ch"]);
});
