import type { Currency } from "@litfass/contract/kernel/money";
import { sql } from "drizzle-orm";
import type { TestAnswer, TestClient } from "../../testing/client.ts";
import type { Stack } from "../../testing/stack.ts";
import { accrueMediaCost } from "../billing/index.ts";
import { issueStatements } from "../publishers/index.ts";

export const debitIban = "CH9300762011623852957";
const account = "CH5604835012345678009";

export const testPayee = {
  company: "Zeitung AG",
  street: "Gerberngasse",
  house_number: "27",
  postal_code: "3011",
  city: "Bern",
  country_code: "CH",
  vat_number: null,
  iban: account,
  language: "de",
};

export type TestPublisher = { id: number; sellerId: string; owner: TestClient };

/** Publishers with a credit note of January 2026 each; the clock is at 5 February. */
export async function publishersWithNotes(
  stack: Stack,
  accountant: TestClient,
  amounts: readonly { uid: string; micros: bigint; currency?: Currency }[],
): Promise<TestPublisher[]> {
  const admin = await stack.signIn("admin");
  const publishers: TestPublisher[] = [];
  for (const { uid, micros, currency = "CHF" } of amounts) {
    const owner = await stack.signIn({ uid, role: "customer" });
    const body = { name: `Publisher ${uid}`, email: `${uid}@test.example`, lang: "de", currency, share_percent: 60 };
    const { id, seller_id: sellerId } = (await admin.post("/publishers", body)).body;
    await owner.put(`/publishers/${id}/payee`, testPayee);
    await stack.platform.db.transaction((tx) =>
      accrueMediaCost(
        tx,
        [{ exchange: `publisher:${sellerId}`, currency, amountMicros: micros, impressions: 1 }],
        new Date("2026-01-10T08:00:00Z"),
      ),
    );
    publishers.push({ id, sellerId, owner });
  }
  await issueStatements(stack.platform, stack.app.services.execute);
  const open = (await accountant.get("/publisher-statements?state=open&per_page=100")).body.data;
  for (const { id, net } of open) await accountant.post(`/publisher-statements/${id}/approve`, { net });
  return publishers;
}

export type TestPayment = { id: number; messageId: string; payouts: TestPayout[] };
export type TestPayout = { id: number; endToEndId: string; instructionId: string; amount: string; publisher: number };

/** A payment of everything that is due in a currency. */
export async function payDue(stack: Stack, accountant: TestClient, currency: Currency = "CHF"): Promise<TestPayment> {
  const due = (await accountant.get("/publisher-statements?due=true&per_page=100")).body.data;
  const statements = due
    .filter((each: { currency: string }) => each.currency === currency)
    .map(({ id }: { id: number }) => id);
  const execute_on = stack.clock.now().toISOString().slice(0, 10);
  const { body } = await accountant.post("/publisher-payments", { statements, execute_on });
  const { rows } = await stack.platform.db.execute<
    Record<"id" | "end_to_end_id" | "instruction_id" | "publisher_id" | "amount", string>
  >(sql`
    SELECT o.id, o.end_to_end_id, o.instruction_id, s.publisher_id, to_char(o.amount_micros / 1e6, 'FM9999990.00') AS amount
    FROM publisher_payouts o JOIN publisher_statements s ON s.id = o.statement_id WHERE o.payment_id = ${body.id} ORDER BY o.id`);
  return {
    id: body.id,
    messageId: body.message_id,
    payouts: rows.map((row) => ({
      id: Number(row.id),
      endToEndId: row.end_to_end_id,
      instructionId: row.instruction_id,
      amount: row.amount,
      publisher: Number(row.publisher_id),
    })),
  };
}

/** Uploads a file of the bank. */
export function upload(
  client: TestClient,
  content: string | Uint8Array<ArrayBuffer>,
  name = "camt.xml",
): Promise<TestAnswer> {
  const form = new FormData();
  form.set("file", new File([content], name, { type: "application/xml" }));
  return client.post("/bank-files", form);
}

/** The balances of the accounts that payouts move, in units; zero ones are left out. */
export async function payoutBalances(stack: Stack, currency: Currency = "CHF"): Promise<Record<string, number>> {
  const { rows } = await stack.platform.db.execute<{ kind: string; amount: string }>(sql`
    SELECT a.kind, sum(l.amount_micros) / 1e6 AS amount FROM ledger_accounts a JOIN ledger_lines l ON l.account_id = a.id
    WHERE a.kind IN ('media_invoiced', 'payouts_in_transit', 'bank', 'bank_charges') AND a.currency = ${currency}
    GROUP BY 1 HAVING sum(l.amount_micros) <> 0`);
  return Object.fromEntries(rows.map(({ kind, amount }) => [kind, Number(amount)]));
}
