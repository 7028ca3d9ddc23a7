import { expect, test } from "vitest";
import { runCli } from "./run-cli.ts";

async function run(...args: string[]) {
  const lines: string[] = [];
  const code = await runCli(args, { env: {}, say: (line) => lines.push(line) });
  return { code, lines };
}

test("--help lists every command with one line", async () => {
  const { code, lines } = await run("--help");
  expect(code).toBe(0);
  for (const command of [
    "check-config",
    "doctor",
    "backup",
    "restore",
    "verify-backup",
    "copy-files",
    "copy-events",
    "export-account",
    "settings",
    "create-admin",
    "mail-test",
  ]) {
    expect(lines.filter((line) => line.startsWith(`  ${command} `))).toHaveLength(1);
  }
});

test("a wrong call explains the usage and exits with 2", async () => {
  expect(await run("restart")).toEqual({ code: 2, lines: [expect.stringContaining('no command "restart"')] });
  expect(await run("create-admin")).toEqual({
    code: 2,
    lines: ["EMAIL is missing", "Usage: npm run litfass -- create-admin EMAIL [en|de|fr|it]"],
  });
  expect(await run("doctor", "exchange", "--json")).toMatchObject({
    code: 2,
    lines: [
      "NAME is missing",
      "Usage: npm run litfass -- doctor [exchange NAME] [--json] [--mail-to EMAIL] [--alert-to EMAIL]",
    ],
  });
  expect((await run("check-config", "--prod")).lines[0]).toContain("'--prod'");
  expect((await run("check-config", "now")).lines[0]).toBe('"now" is not expected');
});
