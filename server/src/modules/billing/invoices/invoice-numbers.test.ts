import { randomInt } from "node:crypto";
import { connectPostgres, sqlStateOf } from "@litfass/platform/postgres/postgres";
import { seededRandom } from "@litfass/platform/random";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { findUser } from "../../users/index.ts";
import { sellerOf } from "../seller.ts";
import { issueInvoice } from "./issue-invoice.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

/** `npm run test:faults` runs all 5,000. */
const wanted = process.env.FAULT_RUNS ? 5_000 : 500;
/** Time limit on a busy machine. */
const limitMs = 120_000 + wanted * 150;
const workers = 20;
const year = 2031;

test(
  `${wanted} invoices by ${workers} workers with 20% rollbacks: numbers without gaps or duplicates`,
  async () => {
    const seed = Number(process.env.FAULT_SEED ?? randomInt(2 ** 31 - 1));
    const random = seededRandom(seed);
    const customer = await stack.signIn("customer");
    const owner = (await findUser(stack.platform.db, customer.uid!))!;
    const { db, close } = connectPostgres(stack.databaseUrl, { log: stack.platform.log, maxConnections: workers });
    const at = new Date(`${year}-05-05T10:00:00Z`);
    let left = wanted;
    let givenUp = 0;
    const issueOne = (fails: boolean): Promise<unknown> =>
      db.transaction(async (tx) => {
        await issueInvoice(tx, {
          owner,
          seller: sellerOf(stack.platform.config.company, "CHF"),
          currency: "CHF",
          subject: { en: "Load", de: "Last" },
          netMicros: 10_000_000n,
          vatMicros: 810_000n,
          vatRate: 810,
          paidBy: "card",
          at,
        });
        if (fails) throw new Error("given up");
      });
    const began = Date.now();
    const work = async (): Promise<void> => {
      while (left > 0) {
        const fails = random.number() < 0.2;
        if (!fails) left -= 1;
        await issueOne(fails).catch((error: Error) => {
          if (error.message !== "given up") throw error;
          givenUp += 1;
        });
      }
    };
    await Promise.all(Array.from({ length: workers }, work));
    const { rows } = await db.execute(sql`
    select count(*)::int as issued, min(sequence) as first, max(sequence) as last, count(distinct number)::int as numbers
    from invoices where year = ${year}`);
    await close();
    console.log(`${wanted} invoices in ${Date.now() - began} ms, ${givenUp} given up (seed ${seed})`);
    expect(rows).toEqual([{ issued: wanted, first: 1, last: wanted, numbers: wanted }]);
    expect(givenUp).toBeGreaterThan(wanted / 8);
  },
  limitMs,
);

test("an issued invoice is immutable, even for the owner of the tables", async () => {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    const states: (string | null)[] = [];
    for (const statement of [
      "update invoices set net_micros = 1, gross_micros = 1 + vat_micros",
      "delete from invoices",
      "truncate invoices cascade",
    ]) {
      states.push(sqlStateOf(await client.query(statement).catch((error: unknown) => error)));
    }
    expect(states).toEqual(["LG004", "LG004", "LG004"]);
  } finally {
    await client.end();
  }
});
