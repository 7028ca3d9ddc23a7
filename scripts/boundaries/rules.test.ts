import { describe, expect, test } from "vitest";
import { sourceOf } from "./read-sources.ts";
import { maxFolderFiles, violationsOf } from "./rules.ts";

/** Runs the rules on fictitious files. */
function check(texts: Record<string, string>): string[] {
  const known = new Set(Object.keys(texts));
  const files = Object.entries(texts).map(([file, text]) => sourceOf(file, text, known));
  return violationsOf(files).map(({ path, rule }) => `${path}: ${rule}`);
}

const users = "server/src/modules/users";
const billing = "server/src/modules/billing";

const violations: [string, Record<string, string>, RegExp][] = [
  [
    "the platform knows no business module",
    { "platform/src/clock.ts": `import "../../${billing}/index.ts";`, [`${billing}/index.ts`]: "" },
    /platform does not import server/,
  ],
  [
    "the ad server knows no business module",
    { "adserver/src/main.ts": `import "../../${billing}/index.ts";`, [`${billing}/index.ts`]: "" },
    /adserver does not import server/,
  ],
  [
    "a module does not know how processes start",
    { [`${billing}/a.ts`]: 'import "../../processes/api.ts";', "server/src/processes/api.ts": "" },
    /modules does not import processes/,
  ],
  ...[
    'import { y } from "../users/user-sql.ts";',
    'import type { Y } from "../users/user-sql.ts";',
    'export { y } from "../users/user-sql.ts";',
    'await import("../users/user-sql.ts");',
  ].map((text): [string, Record<string, string>, RegExp] => [
    `a module is imported through its index: ${text}`,
    { [`${billing}/a.ts`]: text, [`${users}/user-sql.ts`]: "export const y = 1; export type Y = 1;" },
    /users is imported through its index\.ts only/,
  ]),
  [
    "the contract stands alone",
    { "contract/src/a.ts": 'import "@litfass/platform/clock";', "platform/src/clock.ts": "" },
    /contract does not import platform/,
  ],
  [
    "the kernel of the ad server reads no database",
    { "adserver/src/kernel/a.ts": 'import { sql } from "drizzle-orm";' },
    /the kernel imports no package/,
  ],
  [
    "the kernel of the ad server opens no socket",
    { "adserver/src/kernel/a.ts": 'import { connect } from "node:net";' },
    /the kernel imports no Node module/,
  ],
  [
    "the kernel of the ad server knows no other part of its process",
    {
      "adserver/src/kernel/a.ts": 'import type { B } from "../auction/b.ts";',
      "adserver/src/auction/b.ts": "export type B = 1;",
    },
    /the kernel imports only the kernel and the contract/,
  ],
  [
    "the auction reads no database",
    { "adserver/src/auction/a.ts": 'import { sql } from "drizzle-orm";' },
    /the auction imports no package/,
  ],
  [
    "the auction opens no socket",
    { "adserver/src/auction/a.ts": 'import { connect } from "node:net";' },
    /the auction imports no Node module/,
  ],
  [
    "the auction knows no other part of its process",
    { "adserver/src/auction/a.ts": 'import "../sync/b.ts";', "adserver/src/sync/b.ts": "" },
    /the auction imports only the auction/,
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
    { "web/src/ui/tables/table.tsx": 'import { useQuery } from "@tanstack/react-query";' },
    /ui fetches no data/,
  ],
  [
    "the design system knows no feature",
    { "web/src/ui/a.tsx": 'import "../features/users/b.tsx";', "web/src/features/users/b.tsx": "" },
    /ui does not import features/,
  ],
  [
    "the web app does not import the server",
    { "web/src/app/a.ts": `import "../../../${users}/index.ts";`, [`${users}/index.ts`]: "" },
    /web does not import server/,
  ],
  [
    "the sandbox imports nothing",
    { "sandbox/src/a.ts": 'import "@litfass/platform/log/log";', "platform/src/log.ts": "" },
    /sandbox does not import platform/,
  ],
  [
    "nothing imports the sandbox",
    { [`${users}/a.ts`]: 'import "../../../../sandbox/src/a.ts";', "sandbox/src/a.ts": "" },
    /server does not import sandbox/,
  ],
  [
    "not by its package name either",
    { [`${users}/a.ts`]: 'import "@litfass/sandbox";' },
    /sandbox is not imported by its package name/,
  ],
  [
    "only tests import the test stack",
    { [`${users}/a.ts`]: 'import "../../testing/stack.ts";', "server/src/testing/stack.ts": "" },
    /only tests import test support/,
  ],
  [
    "only tests import what tests share",
    { [`${users}/a.ts`]: 'import "./testing-users.ts";', [`${users}/testing-users.ts`]: "" },
    /only tests import test support/,
  ],
  [
    "cycles",
    { [`${users}/a.ts`]: 'import "./b.ts";', [`${users}/b.ts`]: 'import "./a.ts";' },
    /cycle: server\/src\/modules\/users\/a\.ts → server\/src\/modules\/users\/b\.ts/,
  ],
  [
    "cycles of types",
    {
      [`${users}/user.ts`]: 'import type { Z } from "./zone.ts"; export const y = 1;',
      [`${users}/zone.ts`]: 'import { y } from "./user.ts"; export type Z = typeof y;',
    },
    /cycle: server\/src\/modules\/users\/user\.ts/,
  ],
  ["long files", { [`${users}/a.ts`]: "\n".repeat(401) }, /401 lines, at most 400/],
  ["long tests", { [`${users}/a.test.ts`]: "\n".repeat(601) }, /601 lines, at most 600/],
  [
    "crowded folders",
    Object.fromEntries(Array.from({ length: maxFolderFiles + 1 }, (_, at) => [`${users}/file-${at}.ts`, ""])),
    /27 source files, at most 26/,
  ],
];

test.each(violations)("%s", (_name, texts, rule) => {
  expect(check(texts)).toEqual([expect.stringMatching(rule)]);
});

test("accepts allowed imports", () => {
  const allowed = {
    "contract/src/index.ts": 'import "./kernel/money.ts";',
    "contract/src/kernel/money.ts": "",
    "banner/src/render.ts": 'import "@litfass/contract/kernel/money";',
    "platform/src/clock.ts": 'import "@litfass/contract/kernel/money";',
    "events/src/journal/journal.ts": 'import "@litfass/platform/clock";',
    "adserver/src/auction/engine.ts": 'import type { Clock } from "@litfass/platform/clock";',
    "adserver/src/main.ts": 'import "./auction/engine.ts"; import "@litfass/events/journal/journal"; import "node:fs";',
    [`${users}/index.ts`]: 'export { y } from "./user.ts";',
    [`${users}/user.ts`]: "export const y = 1;",
    [`${users}/user.test.ts`]: 'import "../../testing/stack.ts"; import "../billing/bill.ts";',
    [`${users}/staff/index.ts`]: "",
    [`${billing}/bill.ts`]: 'import { y } from "../users/index.ts"; import "../users/staff/index.ts";',
    "server/src/processes/api.ts": 'import "../modules/users/index.ts"; import "@litfass/platform/clock";',
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

  test("are only opened by the executor of commands, by tests and by listed files", () => {
    const texts = {
      "platform/src/command/execute.ts": opening,
      "server/src/users/a.test.ts": opening,
      "server/src/testing/stack.ts": opening,
      "server/src/users/old.ts": `\n${opening}`,
    };
    expect(checkListed(texts, ["server/src/users/old.ts"])).toEqual([]);
    expect(checkListed(texts, [])).toEqual([expect.stringMatching(/old\.ts:2: opens a transaction: make the change/)]);
  });

  test("a listed file that no longer opens one, or is gone, must be removed from the list", () => {
    const texts = { "server/src/users/old.ts": `// ${opening}` };
    expect(checkListed(texts, ["server/src/users/old.ts", "server/src/users/gone.ts"])).toEqual([
      expect.stringMatching(/old\.ts:1: opens no transaction any more/),
      expect.stringMatching(/gone\.ts:1: opens no transaction any more/),
    ]);
  });
});
