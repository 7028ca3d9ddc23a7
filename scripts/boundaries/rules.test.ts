import { describe, expect, test } from "vitest";
import { sourceOf } from "./read-sources.ts";
import { violationsOf } from "./rules.ts";

/** Runs the rules on made-up files. */
function check(texts: Record<string, string>): string[] {
  const known = new Set(Object.keys(texts));
  const files = Object.entries(texts).map(([file, text]) => sourceOf(file, text, known));
  return violationsOf(files).map(({ path, rule }) => `${path}: ${rule}`);
}

const broken: [string, Record<string, string>, RegExp][] = [
  [
    "the platform knows no room",
    {
      "server/src/platform/clock.ts": 'import { x } from "../billing/index.ts";',
      "server/src/billing/index.ts": "export const x = 1;",
    },
    /platform does not import room/,
  ],
  [
    "a room does not know how processes start",
    { "server/src/billing/a.ts": 'import "../processes/api.ts";', "server/src/processes/api.ts": "" },
    /room does not import processes/,
  ],
  [
    "a room is used through its index",
    {
      "server/src/billing/a.ts": 'import { y } from "../users/user-sql.ts";',
      "server/src/users/user-sql.ts": "export const y = 1;",
    },
    /users is used through its index\.ts only/,
  ],
  [
    "also by its types",
    {
      "server/src/billing/a.ts": 'import type { Y } from "../users/user.ts";',
      "server/src/users/user.ts": "export type Y = 1;",
    },
    /users is used through its index\.ts only/,
  ],
  [
    "also by passing on",
    {
      "server/src/billing/index.ts": 'export { y } from "../users/user.ts";',
      "server/src/users/user.ts": "export const y = 1;",
    },
    /users is used through its index\.ts only/,
  ],
  [
    "also by a dynamic import",
    {
      "server/src/billing/a.ts": 'await import("../users/user.ts");',
      "server/src/users/user.ts": "export const y = 1;",
    },
    /users is used through its index\.ts only/,
  ],
  [
    "the contract stands alone",
    { "contract/src/a.ts": 'import "@litfass/platform/clock";', "server/src/platform/clock.ts": "" },
    /contract imports nothing/,
  ],
  [
    "features do not know each other",
    {
      "web/src/features/billing/a.tsx": 'import { B } from "../users/b.tsx";',
      "web/src/features/users/b.tsx": "export const B = 1;",
    },
    /features do not import each other/,
  ],
  [
    "the design system fetches nothing",
    { "web/src/ui/table.tsx": 'import { useQuery } from "@tanstack/react-query";' },
    /ui fetches no data/,
  ],
  [
    "the design system knows no feature",
    { "web/src/ui/a.tsx": 'import "../features/users/b.tsx";', "web/src/features/users/b.tsx": "" },
    /ui does not import features/,
  ],
  [
    "web knows the server by the contract",
    { "web/src/app/a.ts": 'import "../../../server/src/users/index.ts";', "server/src/users/index.ts": "" },
    /web knows the server by the contract alone/,
  ],
  [
    "the sandbox is a world of its own",
    { "sandbox/src/a.ts": 'import "@litfass/platform/log";', "server/src/platform/log.ts": "" },
    /sandbox imports nothing/,
  ],
  [
    "nobody imports the sandbox",
    { "server/src/users/a.ts": 'import "../../../sandbox/src/a.ts";', "sandbox/src/a.ts": "" },
    /nothing imports sandbox/,
  ],
  [
    "not by its package name either",
    { "server/src/users/a.ts": 'import "@litfass/sandbox";' },
    /sandbox is not imported by its package name/,
  ],
  [
    "only tests use the test stack",
    { "server/src/users/a.ts": 'import "../testing/stack.ts";', "server/src/testing/stack.ts": "" },
    /only tests use/,
  ],
  [
    "what tests share is for tests",
    { "server/src/users/a.ts": 'import "./testing-users.ts";', "server/src/users/testing-users.ts": "" },
    /only tests use what belongs to tests/,
  ],
  [
    "circles",
    { "server/src/users/a.ts": 'import "./b.ts";', "server/src/users/b.ts": 'import "./a.ts";' },
    /circle: server\/src\/users\/a\.ts → server\/src\/users\/b\.ts → server\/src\/users\/a\.ts/,
  ],
  [
    "circles of types",
    {
      "server/src/users/user.ts": 'import type { Z } from "./zone.ts"; export const y = 1;',
      "server/src/users/zone.ts": 'import { y } from "./user.ts"; export type Z = typeof y;',
    },
    /circle: server\/src\/users\/user\.ts → server\/src\/users\/zone\.ts → server\/src\/users\/user\.ts/,
  ],
  ["long files", { "server/src/users/a.ts": "\n".repeat(401) }, /401 lines, at most 400/],
  ["long tests", { "server/src/users/a.test.ts": "\n".repeat(601) }, /601 lines, at most 600/],
];

test.each(broken)("%s", (_name, texts, rule) => {
  expect(check(texts)).toEqual([expect.stringMatching(rule)]);
});

test("what is allowed passes", () => {
  const allowed = {
    "contract/src/index.ts": 'import "./money.ts";',
    "contract/src/money.ts": "",
    "server/src/platform/clock.ts": 'import "@litfass/contract/kernel/money";',
    "server/src/users/index.ts": 'export { y } from "./user.ts";',
    "server/src/users/user.ts": "export const y = 1;",
    "server/src/users/user.test.ts": 'import "../testing/stack.ts"; import "../billing/bill.ts";',
    "server/src/users/testing-users.ts": 'import "../testing/stack.ts";',
    "server/src/billing/bill.ts": 'import { y } from "../users/index.ts";',
    "server/src/processes/api.ts": 'import "../users/index.ts"; import "../platform/clock.ts";',
    "server/src/testing/stack.ts": 'import "../processes/api.ts";',
    "web/src/features/users/a.tsx":
      'import "../../ui/table.tsx"; import type { M } from "@litfass/contract/kernel/money";',
    "web/src/ui/table.tsx": "",
    "web/src/app/router.tsx": 'const page = import("../features/users/a.tsx");',
    "sandbox/src/main.ts": 'import "fastify";',
  };
  expect(check(allowed)).toEqual([]);
});

describe("transactions", () => {
  const opening = "await db.transaction(async (tx) => {});";
  const checkListed = (texts: Record<string, string>, listed: string[]): string[] => {
    const files = Object.entries(texts).map(([file, text]) => sourceOf(file, text, new Set(Object.keys(texts))));
    return violationsOf(files, listed).map(({ path, line, rule }) => `${path}:${line}: ${rule}`);
  };

  test("are opened by the executor of commands, by tests and by listed files", () => {
    const texts = {
      "server/src/platform/command/execute.ts": opening,
      "server/src/users/a.test.ts": opening,
      "server/src/testing/stack.ts": opening,
      "server/src/users/old.ts": `\n${opening}`,
    };
    expect(checkListed(texts, ["server/src/users/old.ts"])).toEqual([]);
    expect(checkListed(texts, [])).toEqual([expect.stringMatching(/old\.ts:2: opens a transaction: make the change/)]);
  });

  test("a listed file that opens none any more, or is gone, must leave the list", () => {
    const texts = { "server/src/users/old.ts": `// ${opening}` };
    expect(checkListed(texts, ["server/src/users/old.ts", "server/src/users/gone.ts"])).toEqual([
      expect.stringMatching(/old\.ts:1: opens no transaction any more/),
      expect.stringMatching(/gone\.ts:1: opens no transaction any more/),
    ]);
  });
});
