import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { createLog, type Log } from "./log.ts";

/** Logs and returns the line. */
function lineOf(log: (log: Log) => void): string {
  const lines: string[] = [];
  log(createLog({ level: "info", process: "test" }, { write: (line) => void lines.push(line) }));
  return lines.join("");
}
const secret = "hunter2";

test.each([
  ...["password", "new_password", "password_confirmation", "fb_token", "refreshToken", "clientSecret", "client_secret"],
  ...[
    "api_key",
    "x-api-key",
    "authorization",
    "Cookie",
    "set-cookie",
    "x-xsrf-token",
    "stripe-signature",
    "privateKey",
  ],
])("redacts %s at any depth and in lists", (name) => {
  for (const depth of [0, 1, 2, 5, 12]) {
    let fields: object = { [name]: secret, list: [{ [name]: [secret] }] };
    for (let level = 0; level < depth; level++) fields = { level: fields };
    expect(lineOf((log) => log.info(fields, "signed in"))).not.toContain(secret);
  }
  const line = lineOf((log) => log.info({ body: { [name]: secret, lang: "de", missing: null } }));
  expect(JSON.parse(line)).toMatchObject({ body: { [name]: "[redacted]", lang: "de", missing: null } });
});

test("fields that only tell whether there is a secret, codes of errors and what names are about stay", () => {
  const fields = { hasPassword: true, code: "unsigned_event", err: { code: "ECONNREFUSED" }, campaign: 7, uids: ["a"] };
  expect(JSON.parse(lineOf((log) => log.info(fields)))).toMatchObject(fields);
});

test("a request has neither query parameters nor headers nor a body", () => {
  const url = "/email/action?mode=verifyEmail&oobCode=hunter2&email=a%40b.ch";
  const req = { method: "GET", url, host: "ads.example", ip: "192.0.2.1", headers: { cookie: secret }, body: secret };
  expect(JSON.parse(lineOf((log) => log.info({ req }))).req).toEqual({
    method: "GET",
    url: "/email/action",
    host: "ads.example",
    remoteAddress: "192.0.2.1",
  });
});

test.each([
  ["https://api.example/v1/things?key=hunter2&b=1", "https://api.example/v1/things?[redacted]"],
  ["postgres://litfass:hunter2@db.example:5432/litfass", "postgres://[redacted]@db.example:5432/litfass"],
  ["Route GET:/users/check?fb_token=hunter2 not found", "Route GET:/users/check?fb_token=[redacted] not found"],
  ["/reset-password?lang=de&email=hunter2@b.ch", "/reset-password?lang=de&email=[redacted]"],
  ["/reports/hunter2hunter2hunter2/figures", "/reports/[redacted]/figures"],
])("redacts secrets of URLs in messages, fields and errors: %s", (text, expected) => {
  expect(JSON.parse(lineOf((log) => log.info(text))).msg).toBe(expected);
  expect(JSON.parse(lineOf((log) => log.info({ target: { url: text } }))).target.url).toBe(expected);
  const { err } = JSON.parse(lineOf((log) => log.error({ err: new Error("failed", { cause: new Error(text) }) })));
  expect(err.cause.message).toBe(expected);
  expect(err.cause.stack).not.toContain(secret);
});

test("an error is described under any name and at any depth, and credentials in a text are redacted", () => {
  const error = Object.assign(new Error("Authorization: Bearer hunter2hunter2"), { params: [secret], code: "E1" });
  for (const fields of [{ error }, { result: { failures: [error] } }, { err: error }]) {
    const line = lineOf((log) => log.error(fields));
    expect(line).not.toContain(secret);
    expect(line).toContain('"code":"E1"');
    expect(line).toContain("Bearer [redacted]");
  }
});

test("a quote after a URL ends what is redacted: the line stays JSON", () => {
  const line = lineOf((log) => log.info({ text: 'open "https://a.example/?x=hunter2" now', next: '\\ " end' }));
  expect(JSON.parse(line)).toMatchObject({ text: 'open "https://a.example/?[redacted]" now', next: '\\ " end' });
});

test("logs the cause of a failed query without its values", () => {
  const lines: string[] = [];
  const log = createLog({ level: "info", process: "test" }, { write: (line) => void lines.push(line) });
  const cause = Object.assign(new Error("invalid byte sequence"), { code: "22021", where: "hunter2" });
  const failed = new DrizzleQueryError("insert into accounts values ($1)", ["hunter2", "$argon2id$\nhunter2"], cause);
  log.error({ err: failed }, "a request failed");
  log.error({ err: new Error("sign-up failed", { cause: failed }) });
  expect(lines.join("")).not.toMatch(/hunter2|argon2/);
  const { err } = JSON.parse(lines[0] ?? "");
  expect(err.message).toContain("insert into accounts");
  expect(err.stack).toContain("    at ");
  expect(err.cause).toMatchObject({ message: "invalid byte sequence", code: "22021" });
});

test("leaves out the value that does not fit its type in the database", () => {
  const cause = new Error('invalid input syntax for type timestamp with time zone: "hunter2"');
  const line = lineOf((log) => log.error({ err: new DrizzleQueryError("select $1::timestamptz", [secret], cause) }));
  expect(line).not.toContain(secret);
  expect(line).toContain("invalid input syntax for type timestamp with time zone");
});

test("an error's message is logged without the values of its query also where nothing else is said", () => {
  const failed = new DrizzleQueryError("select $1", [secret], new Error("no"));
  for (const given of [failed, { err: failed }]) {
    const line = lineOf((log) => log.error(given));
    expect(line).not.toContain(secret);
    expect(JSON.parse(line).msg).toContain("Failed query: select $1");
  }
  expect(lineOf((log) => log.error(failed.message))).not.toContain(secret);
  expect(lineOf((log) => log.error({ err: failed }, `it failed: ${failed.message}`))).not.toContain(secret);
});
