import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const folder = mkdtempSync(path.join(tmpdir(), "sandbox-main-"));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

function run(env: Record<string, string>): { child: ChildProcess; said: () => string } {
  const file = path.join(import.meta.dirname, "main.ts");
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", file], {
    env: { ...process.env, DATA_DIR: folder, SANDBOX_PORT: "0", SANDBOX_SMTP_PORT: "0", SANDBOX_SPEED: "0", ...env },
  });
  children.push(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (said += chunk));
  return { child, said: () => said };
}

test("the process prints its URL, responds, and stops in order on a signal", async () => {
  const { child, said } = run({});
  await expect.poll(said, { timeout: 15_000 }).toContain("Sandbox at http://");
  const url = /http:\S+?(?=,)/.exec(said())![0];
  for (const address of ["/health", "/ready"]) expect((await fetch(`${url}${address}`)).status).toBe(200);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("an invalid variable is one clear line", async () => {
  const { child, said } = run({ SANDBOX_SPEED: "fast" });
  expect(await once(child, "exit")).toEqual([1, null]);
  expect(said().trim()).toBe("The sandbox cannot start: SANDBOX_SPEED: must be a whole number from 0 to 500");
});

test("URLs are derived from ports and validated", () => {
  expect(readConfig({ PORT: "1", DELIVERY_PORT: "2", SANDBOX_PORT: "3" })).toMatchObject({
    host: "127.0.0.1",
    publicUrl: "http://localhost:1",
    adsUrl: "http://localhost:2",
    exchangeSecret: "",
    sandboxUrl: "http://localhost:3",
    smtpPort: 4,
    webhookUrl: "http://localhost:1/stripe/webhook",
    requestsPerSecond: 5,
  });
  expect(readConfig({ PUBLIC_URL: "https://ads.example/" }).webhookUrl).toBe("https://ads.example/stripe/webhook");
  expect(() => readConfig({ ADS_URL: "javascript:1" })).toThrow(ConfigError);
});
