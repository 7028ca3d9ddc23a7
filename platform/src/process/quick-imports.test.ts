import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const preload = new URL("./quick-imports.mjs", import.meta.url).href;
/** Imports the database library as processes do; prints its exports and the CPU time. */
const importing = `
  const { sql, ...core } = await import("drizzle-orm");
  const tables = await import("drizzle-orm/pg-core");
  const driver = await import("drizzle-orm/node-postgres");
  const names = [sql, core, tables, driver].map((part) => Object.keys(part).sort());
  const isOne = (await import(import.meta.resolve("drizzle-orm").replace(/index.js$/, "sql/sql.js"))).sql === sql;
  const { user, system } = process.cpuUsage();
  console.log(JSON.stringify({ names, isOne, cpuMs: (user + system) / 1000 }));`;

function run(flags: string[]): { names: string[][]; isOne: boolean; cpuMs: number } {
  const args = [...flags, "--input-type=module", "--eval", importing];
  const env = { ...process.env, NODE_OPTIONS: "" };
  return JSON.parse(execFileSync(process.execPath, args, { cwd: import.meta.dirname, env, encoding: "utf8" }));
}

test("the database library is the same, in less than two thirds of the CPU time", () => {
  const runs = [1, 2].map(() => ({ quick: run([`--import=${preload}`]), plain: run([]) }));
  for (const { quick, plain } of runs) expect([quick.names, quick.isOne]).toEqual([plain.names, true]);
  const least = (kind: "quick" | "plain") => Math.min(...runs.map((one) => one[kind].cpuMs));
  expect(least("quick")).toBeLessThan((least("plain") * 2) / 3);
});
