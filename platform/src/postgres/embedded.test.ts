import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { canReach, linkLibraries } from "./binaries.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded.ts";

let folder: string;
let lines: string[];
const started: EmbeddedPostgres[] = [];

beforeEach(() => {
  lines = [];
  folder = mkdtempSync(path.join(os.tmpdir(), "litfass-embedded-"));
  chmodSync(folder, 0o755);
});
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const start = async (): Promise<EmbeddedPostgres> => {
  const options = {
    folder: path.join(folder, "postgres"),
    password: "p".repeat(32),
    say: (line: string) => lines.push(line),
  };
  const server = await startEmbeddedPostgres(options);
  started.push(server);
  return server;
};

const query = async (url: string, text: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};

test("stops a server left by an earlier run and keeps its data", async () => {
  const left = await start();
  await query(left.url, "create table kept (word text)");
  await query(left.url, "insert into kept values ('still here')");
  const next = await start();
  expect(await left.died).toContain("shut");
  expect(lines.join()).toContain("an earlier run left behind");
  expect(await query(next.url, "select word from kept")).toEqual([{ word: "still here" }]);
});

test("ignores the recorded id of a process that is now a different program", async () => {
  await (await start()).stop();
  writeFileSync(path.join(folder, "postgres", "postmaster.pid"), `${process.pid}\n`);
  expect(await query((await start()).url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a start on a copied data folder leaves the live database of the original running", async () => {
  const live = await start();
  await query(live.url, "create table kept (word text)");
  const original = path.join(folder, "postgres");
  const copy = path.join(folder, "copy");
  execFileSync("cp", ["-a", original, copy]);
  expect(readFileSync(path.join(copy, "postmaster.pid"), "utf8")).toMatch(/^\d+\n/);
  const second = await startEmbeddedPostgres({
    folder: copy,
    password: "p".repeat(32),
    say: (line) => lines.push(line),
  });
  started.push(second);
  await query(live.url, "insert into kept values ('in the original')");
  expect(await query(live.url, "select word from kept")).toEqual([{ word: "in the original" }]);
  expect(await query(second.url, "select count(*)::int as words from kept").catch(() => [])).not.toEqual([
    { words: 1 },
  ]);
  expect(lines.join()).not.toContain("an earlier run left behind");
});

test("a server that cannot start reports the reason", async () => {
  await (await start()).stop();
  writeFileSync(path.join(folder, "postgres", "postgresql.conf"), "nonsense = on\n");
  await expect(start()).rejects.toThrow(/did not start in .*nonsense/s);
});

test("detects an inaccessible parent folder", () => {
  const inner = path.join(folder, "inner");
  mkdtempSync(`${inner}-`);
  expect(canReach(folder, { uid: 65_000, gid: 65_000 })).toBe(true);
  chmodSync(folder, 0o700);
  expect(canReach(folder, { uid: 65_000, gid: 65_000 })).toBe(false);
});

test("packages that cannot be written get no links: the start names the remedy, and is fine if they exist", () => {
  const native = path.join(folder, "native");
  mkdirSync(native);
  const links = [{ source: "native/one.so.1", target: "native/missing/one.so" }];
  writeFileSync(path.join(native, "pg-symlinks.json"), JSON.stringify(links));
  const refusing = (code: string) => () => {
    throw Object.assign(new Error(code), { code });
  };
  for (const code of ["EROFS", "EACCES", "EPERM"]) {
    expect(() => linkLibraries(folder, refusing(code))).toThrow("run as its owner: node scripts/trim-packages.mjs");
  }
  expect(() => linkLibraries(folder, refusing("EEXIST"))).not.toThrow();
  expect(() => linkLibraries(folder, refusing("ENOSPC"))).toThrow("ENOSPC");
});
