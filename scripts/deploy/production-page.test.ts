import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { readBackupKey } from "../../server/src/processes/backup/backup-key.ts";
import { runCli } from "../../server/src/processes/cli/run-cli.ts";
import { root } from "../run-steps.ts";

const page = readFileSync(path.join(root, "docs/production.md"), "utf8");

test("every file of the repository that the page names exists", () => {
  const named = [...page.matchAll(/(?<![\w/])(?:deploy|scripts)\/[\w@./*-]*[\w*]/g)].map(([file]) => file);
  expect(named.length).toBeGreaterThan(10);
  const exists = (file: string): boolean => {
    const [start = "", isPattern] = file.split("*");
    if (isPattern === undefined) return existsSync(path.join(root, file));
    const { dir, base } = path.parse(start);
    return readdirSync(path.join(root, dir)).some((name) => name.startsWith(base));
  };
  // The settings of Compose are created from the example.
  expect(named.filter((file) => file !== "deploy/.env" && !exists(file))).toEqual([]);
});

test("every command that the page names exists, with its flags", async () => {
  const calls = [...page.matchAll(/(?:^|`|&& )(?:npm run litfass --|litfass) ([a-z-]+)([^`\n]*)/gm)];
  const usages = new Map<string, string>();
  for (const [call, name = "", rest = ""] of calls) {
    if (!usages.has(name)) {
      const lines: string[] = [];
      await runCli([name, "--help"], { env: {}, say: (line) => lines.push(line) });
      usages.set(name, lines.join("\n"));
    }
    const usage = usages.get(name) ?? "";
    expect(usage, call).toContain("Usage:");
    for (const [flag] of rest.matchAll(/--[a-z-]+/g)) expect(usage, call).toContain(flag);
  }
  expect([...usages.keys()].length).toBeGreaterThan(6);
});

test("the key of backups is readable with the permissions that the page gives it", () => {
  const mode = /install -m (\d+) .*\/etc\/litfass\/backup\.key/.exec(page)?.[1] ?? "";
  const folder = mkdtempSync(path.join(os.tmpdir(), "litfass-key-"));
  try {
    const file = path.join(folder, "backup.key");
    writeFileSync(file, "AGE-SECRET-KEY-1TEST\n", { mode: Number.parseInt(mode, 8) });
    expect(readBackupKey(file)).toEqual({ kind: "secret", identity: "AGE-SECRET-KEY-1TEST" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("commands run with the folders, settings and user of the service", () => {
  const script = readFileSync(path.join(root, "deploy/litfass"), "utf8");
  const service = readFileSync(path.join(root, "deploy/systemd/litfass.service"), "utf8");
  const setting = (name: string): string => new RegExp(`^${name}=(.*)$`, "m").exec(service)?.[1] ?? "";
  expect(script).toContain(`--uid=${setting("User")} `);
  expect(script).toContain(`--working-directory=${setting("WorkingDirectory")} `);
  expect(script).toContain(`EnvironmentFile=${setting("EnvironmentFile")} `);
  for (const each of ["PRODUCTION=on", "DATA_DIR=/var/lib/litfass"]) {
    expect(setting("Environment").split(" ")).toContain(each);
    expect(script).toContain(` -E ${each} `);
  }
  expect(script).toContain(setting("ExecStart").split(" ")[0]);
});
