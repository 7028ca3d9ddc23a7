import { userActor } from "@litfass/platform/command/actor";
import { Problem } from "@litfass/platform/problem";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { billingExecutor } from "../commands.ts";
import { creditManually } from "../ledger/credit.ts";
import { refundTransaction } from "./refund-transaction.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const entries = 100;

test("entries refunded twice at once: each succeeds exactly once", async () => {
  const customer = await stack.signIn("customer");
  const actor = userActor({ uid: "an-admin", role: "admin", reach: "all", lang: "en" });
  const execute = billingExecutor(stack.platform);
  const { db } = stack.platform;
  const ids = await db.transaction(async (tx) => {
    const made: bigint[] = [];
    for (let each = 0; each < entries; each += 1) {
      const credit = { ownerUid: customer.uid!, currency: "CHF" as const, amountMicros: 1_000_000n, key: `c:${each}` };
      made.push((await creditManually(tx, credit)).entryId);
    }
    return made;
  });
  const attempt = (id: bigint): Promise<string> =>
    execute(refundTransaction, { actor, input: { transaction: id.toString() }, lang: "en" }).then(
      () => "reverted",
      (error: unknown) => {
        if (!(error instanceof Problem)) throw error;
        return `${error.status}`;
      },
    );
  const waiting = ids.flatMap((id) => [id, id]);
  const outcomes: string[] = [];
  const work = async (): Promise<void> => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) outcomes.push(await attempt(id));
  };
  await Promise.all(Array.from({ length: 10 }, work));
  const count = (outcome: string): number => outcomes.filter((each) => each === outcome).length;
  console.log(`${entries} entries reverted twice at once: ${count("reverted")} succeed, ${count("422")} are refused`);
  expect([count("reverted"), count("422")]).toEqual([entries, entries]);
  const { rows } = await db.execute(sql`
    select (select balance_micros::int from ledger_accounts where owner_uid = ${customer.uid!}) as balance,
      (select count(distinct reverses)::int from ledger_entries where kind = 'refund') as reversed,
      (select count(*)::int from ledger_entries where kind = 'refund') as refunds`);
  expect(rows).toEqual([{ balance: 0, reversed: entries, refunds: entries }]);
}, 60_000);
