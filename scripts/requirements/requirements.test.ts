import { expect, test } from "vitest";
import { parseFile } from "../sources/parsed-file.ts";
import { readRequirements, requirementsPage, unknownIds } from "./page.ts";
import { namedTests } from "./read-tests.ts";

/** Ids in this file's texts are concatenated, because the rule reads this file as well. */
const [guard, link, rule] = ["GUARD-001", "API-CONN-002", "I18N-003"];
const table = `id\tsection\tarea\trequirement\tcheck
${guard}\t1\tpermissions\tOnly <admins> may.\tapi
${link}\t1\tconnections\tA link.\tapi
${rule}\t1\tpermissions\tNever.\tapi
`;
const tests = namedTests([
  parseFile("a/a.test.ts", `test("[${guard}, ${link}] admins may", () => {});\nexpect("x").toMatch(/[A-Z2-7]/);`),
  parseFile("b/b.test.ts", `const rows = [["[${guard}] row"]];\ntest(\`[${guard}] of \${role}\`, () => {});`),
  parseFile("b/b.ts", `const text = "[${rule}] is no test";`),
]);

test("reads ids from titles, templates and rows of tables, only in test files", () => {
  expect(tests.map(({ file, line, title, ids }) => [file, line, title, ids])).toEqual([
    ["a/a.test.ts", 1, "admins may", [guard, link]],
    ["b/b.test.ts", 1, "row", [guard]],
    ["b/b.test.ts", 2, "of …", [guard]],
  ]);
});

test("the page has each requirement by area with its tests", () => {
  const page = requirementsPage(readRequirements(table), tests);
  expect(page).toContain("2 of 3 requirements are named by a test.");
  expect(page).toContain(
    `## permissions (1 of 2)\n\n- **${guard}** Only \\<admins\\> may.\n  - \`a/a.test.ts\`: admins may`,
  );
  expect(page).toContain(`- **${rule}** Never.\n  - no test names it`);
  expect(page.indexOf("## connections")).toBeLessThan(page.indexOf("## permissions"));
});

test("reports a title with an unknown requirement and its place", () => {
  const id = "GUARD-999";
  const wrong = namedTests([parseFile("c.test.ts", `\ntest("[${id}] x", () => {});`)]);
  expect(unknownIds(readRequirements(table), wrong)).toEqual([`c.test.ts:2 ${id} is not in docs/requirements.tsv`]);
  expect(unknownIds(readRequirements(table), tests)).toEqual([]);
});

test("rejects a table with an incomplete row or a duplicate id", () => {
  expect(() => readRequirements(`${table}RULE-004\t1\n`)).toThrow("requirements.tsv:5 is incomplete");
  expect(() => readRequirements(`${table}${guard}\t1\tx\ty\tz\n`)).toThrow(`${guard} is there twice`);
});
