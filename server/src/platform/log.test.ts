import { expect, test } from "vitest";
import { createLog } from "./log.ts";

test("secrets never reach the log, at whatever depth a request carries them", () => {
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
