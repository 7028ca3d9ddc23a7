import { expect, test } from "vitest";
import { orderProblems } from "./order.ts";

const recorded = ["0001_first.sql", "0125_last.sql", "202611231200_named.sql"];

test("recorded migrations are in order, and a newer one only has to be recorded", () => {
  expect(orderProblems(recorded, recorded)).toEqual([]);
  expect(orderProblems([...recorded, "202611231201_next.sql"], recorded)).toEqual([
    expect.stringContaining("order.txt is out of date"),
  ]);
});

test.each([
  ["202611231200_same.sql", "older than the newest"],
  ["202611231159_older.sql", "older than the newest"],
  ["0126_numbered.sql", "YYYYMMDDHHMM_name.sql"],
  ["9999_numbered.sql", "YYYYMMDDHHMM_name.sql"],
])("rejects %s", (name, problem) => {
  expect(orderProblems([...recorded, name], recorded)).toEqual([expect.stringContaining(problem)]);
});

test("reports a missing migration", () => {
  expect(orderProblems(recorded.slice(1), recorded)).toEqual([expect.stringContaining("0001_first.sql is gone")]);
});

test("reports two recorded migrations of one number", () => {
  const both = [...recorded, "202611231200_other.sql"];
  expect(orderProblems(both, both)).toEqual(["202611231200_other.sql: another migration has this number"]);
});
