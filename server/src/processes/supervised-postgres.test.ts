import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type SupervisedPostgres, supervisePostgres } from "./supervised-postgres.ts";

let folder: string;
let data: string;
let lines: string[];
let server: SupervisedPostgres;
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "litfass-supervised-"));
  chmodSync(folder, 0o755);
  data = path.join(folder, "postgres");
  lines = [];
  const settings = ["fsync=off", "shared_buffers=4MB"];
  server = await supervisePostgres({
    folder: data,
    password: "p".repeat(32),
    say: (line) => lines.push(line),
    settings,
  });
});
afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const postmaster = (): number => Number.parseInt(readFileSync(path.join(data, "postmaster.pid"), "utf8"), 10);

async function query(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.url });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

test("a server that ends by itself runs again under the same URL, as soon as it can, with its data", async () => {
  await query("create table entries (word text)");
  await query("insert into entries values ('kept')");
  // Like a full disk: it cannot start before this is undone.
  renameSync(path.join(data, "global"), path.join(data, "away"));
  process.kill(postmaster(), "SIGKILL");
  await expect.poll(() => lines.join("\n"), { timeout: 10_000 }).toContain("cannot be started again yet");
  renameSync(path.join(data, "away"), path.join(data, "global"));
  await expect.poll(() => lines.at(-1), { timeout: 15_000 }).toBe("The database runs again");
  expect(await query("select word from entries")).toEqual([{ word: "kept" }]);
});

test("a stop while it waits to start again is at once and for good", async () => {
  process.kill(postmaster(), "SIGKILL");
  await expect.poll(() => lines.length).toBe(1);
  await server.stop();
  await expect(query("select 1")).rejects.toThrow("ECONNREFUSED");
  expect(lines).toHaveLength(1);
});
