import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { creditCustomer } from "../../testing/campaigns.ts";
import { type Stack, startStack } from "../../testing/stack.ts";
import { runCli } from "./run-cli.ts";

let stack: Stack;
let internalUrl: string;
beforeAll(async () => {
  stack = await startStack({ now: new Date() });
  internalUrl = await stack.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => stack.close());

async function erase(...args: string[]): Promise<{ code: number; said: string }> {
  const lines: string[] = [];
  const env = { DATA_DIR: stack.platform.config.dataDir, INTERNAL_URL: internalUrl };
  const code = await runCli(["erase-account", ...args], { env, say: (line) => lines.push(line) });
  return { code, said: lines.join("\n") };
}

test("an account is closed for a person's request, in the name of the operator, who is told what stays", async () => {
  const { db } = stack.platform;
  const customer = await stack.signIn({ uid: "leaving", role: "customer" });
  const { code, said } = await erase("leaving@test.example");
  expect([code, said]).toEqual([0, expect.stringContaining("kept for ten years")]);
  expect((await customer.get("/users/me")).status).toBe(401);
  const { rows } = await db.execute(sql`
    select action, actor_kind, actor_uid from audit_entries where subject_uid = 'leaving' and action = 'account_closed'`);
  expect(rows).toEqual([{ action: "account_closed", actor_kind: "operator", actor_uid: null }]);
  expect(await erase("leaving@test.example")).toEqual({
    code: 1,
    said: "There is no account with the address leaving@test.example",
  });
});

test("an account with money is closed only if the money may stay, and staff not at all", async () => {
  await stack.signIn({ uid: "rich", role: "customer" });
  await stack.signIn({ uid: "boss", role: "super_admin" });
  await creditCustomer(stack, "rich");
  const refused = await erase("rich@test.example");
  expect([refused.code, refused.said]).toEqual([1, expect.stringContaining("--leave-balance")]);
  expect((await erase("rich@test.example", "--leave-balance")).code).toBe(0);
  expect((await erase("boss@test.example")).said).toContain("belongs to staff");
  expect((await erase("nobody")).said).toBe("nobody is no valid address");
});
