import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { createLog } from "./log.ts";

test("redacts secrets at any depth of a request", () => {
  const lines: string[] = [];
  const log = createLog({ level: "info", process: "test" }, { write: (line) => void lines.push(line) });
  const secret = "hunter2";
  log.info({
    password: secret,
    body: { fb_token: secret },
    req: { headers: { cookie: secret, authorization: secret } },
  });
  expect(lines.join("")).not.toContain(secret);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ process: "test", password: "[redacted]" });
});

test("redacts codes and tokens in URLs", () => {
  const lines: string[] = [];
  const log = createLog({ level: "info", process: "test" }, { write: (line) => void lines.push(line) });
  const url = "/email/action?mode=verifyEmail&oobCode=hunter2&lang=de";
  log.info({ req: { method: "GET", url, host: "ads.example", ip: "192.0.2.1" } });
  log.info({ req: { method: "GET", url: "/users/check?fb_token=hunter2" } });
  log.info({ req: { method: "GET", url: "/reset-password?token=hunter2&email=a%40b.ch" } });
  expect(lines.join("")).not.toContain("hunter2");
  expect(JSON.parse(lines[0] ?? "").req).toEqual({
    method: "GET",
    url: "/email/action?mode=verifyEmail&oobCode=[redacted]&lang=de",
    host: "ads.example",
    remoteAddress: "192.0.2.1",
  });
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
