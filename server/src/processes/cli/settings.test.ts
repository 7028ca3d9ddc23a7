import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../testing/client.ts";
import { type Stack, startStack } from "../../testing/stack.ts";
import { runCli } from "./run-cli.ts";

let stack: Stack;
let boss: TestClient;
let url: string;
beforeAll(async () => {
  stack = await startStack({ now: new Date() });
  boss = await stack.signIn("super_admin");
  url = await stack.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => stack.close());

async function settings(...args: string[]) {
  // The command line signs the time of the machine.
  stack.clock.set(new Date());
  const lines: string[] = [];
  const { secrets } = stack.platform.config;
  const env = { INTERNAL_URL: url, INTERNAL_SECRET: secrets.internal[0] };
  const code = await runCli(["settings", ...args], { env, say: (line) => lines.push(line) });
  return { code, text: lines.join("\n") };
}

test("the command line shows, changes and restores settings by the commands of the screen", async () => {
  expect((await settings("history", "company")).text).toBe(
    "company was never changed: it is version 0, the configuration",
  );
  expect((await settings("list")).text).toMatch(/^brand +version 0\ncompany +version 0\n/);
  expect(await settings("set", "company", '{"name":"Acme AG"}', "--note", "Renamed")).toEqual({
    code: 0,
    text: "company is version 1 now",
  });
  expect(JSON.parse((await settings("get", "company")).text)).toMatchObject({ name: "Acme AG", city: "Zürich" });
  expect((await boss.get("/settings/operator")).body.company.settings.name).toBe("Acme AG");
  expect(await settings("set", "prices", '{"cpm":{"CHF":30,"EUR":29}}', "--note", "Spring")).toMatchObject({ code: 0 });
  expect((await boss.get("/settings/operator")).body.prices.settings.cpm).toEqual({ CHF: 30, EUR: 29 });
  expect((await settings("restore", "company", "0", "--note", "Back")).code).toBe(0);
  const { text } = await settings("history", "company");
  expect(text).toMatch(
    /^2 .* command line {2}Back\n {3}name: Acme AG → Litfass Demo AG\n1 .* command line {2}Renamed\n/,
  );
});

test("invalid settings, sections and secrets are refused, and nothing changes", async () => {
  const { version } = (await boss.get("/settings/operator")).body.company;
  expect(await settings("set", "company", '{"iban":"CH00"}', "--note", "Typo")).toEqual({
    code: 1,
    text: expect.stringContaining("iban: Enter a valid IBAN"),
  });
  expect((await settings("set", "company", "{}")).code).toBe(2);
  expect((await settings("get", "colors")).code).toBe(2);
  expect((await settings("restore", "company", "99", "--note", "None")).code).toBe(1);
  const lines: string[] = [];
  const env = { INTERNAL_URL: url, INTERNAL_SECRET: "x".repeat(40) };
  expect(await runCli(["settings", "list"], { env, say: (line) => lines.push(line) })).toBe(1);
  expect((await boss.get("/settings/operator")).body.company.version).toBe(version);
});
