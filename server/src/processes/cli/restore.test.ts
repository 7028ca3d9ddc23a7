import { expect, test } from "vitest";
import { unusedParts } from "./restore.ts";

const header = { format: 1, version: "1.0.0", createdAt: "2026-11-28T10:00:00Z" } as const;

test("restored folders that a server or a bucket of the settings replaces are named, and only those", () => {
  const env = { DATABASE_URL: "postgres://a", CLICKHOUSE_URL: "http://a", FILES_URL: "s3://a" };
  const all = { postgres: true, clickhouse: true, files: true };
  const said = unusedParts({ ...header, holds: all }, env);
  expect(said.map((line) => /[A-Z]+_URL/.exec(line)?.[0])).toEqual(["DATABASE_URL", "CLICKHOUSE_URL", "FILES_URL"]);
  expect(unusedParts({ ...header, holds: { ...all, postgres: false } }, { DATABASE_URL: "postgres://a" })).toEqual([]);
  expect(unusedParts({ ...header, holds: all }, {})).toEqual([]);
});
