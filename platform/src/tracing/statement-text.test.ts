import { expect, test } from "vitest";
import { statementName, statementText } from "./statement-text.ts";

test("a statement is shown without its values", () => {
  const statement = `SELECT "a1", t2.b FROM users
    WHERE email = 'o''neil@example.com' AND n = -42.5 AND id = $1 AND at > '2026-01-01'`;
  expect(statementText(statement)).toBe(
    'SELECT "a1", t2.b FROM users WHERE email = ? AND n = ? AND id = $1 AND at > ?',
  );
  expect(statementText("select 'cut off")).toBe("select ?");
  expect(statementText(`select ${"x, ".repeat(2_000)}`)).toHaveLength(1_000);
});

test("its name is its first word", () => {
  expect(["  insert into x", "with a as (select 1) select 2", ""].map(statementName)).toEqual([
    "INSERT",
    "WITH",
    "STATEMENT",
  ]);
});
