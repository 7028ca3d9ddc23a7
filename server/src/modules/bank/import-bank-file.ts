import { invoiceOfReference } from "@litfass/contract/billing/payment-reference";
import { actorUid } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import type { WriteTransaction } from "@litfass/platform/postgres/postgres";
import {
  closeSettledPayment,
  executePayout,
  findPayoutsBy,
  lockPayouts,
  noteEntryOf,
  rejectPayout,
  returnPayout,
} from "../publishers/index.ts";
import {
  findBookings,
  findKeys,
  insertEntries,
  lockEarlyReturns,
  type StoredEntry,
  settleSummaries,
  updateEntry,
} from "./entries/entry-sql.ts";
import { createMatcher, type Effect, type Known, messageOfPayment } from "./entries/match-entries.ts";
import { findOrdersOf } from "./entries/order-of-invoice-sql.ts";
import { fileOfContent, insertFile, insertFileEntries } from "./files/file-sql.ts";
import type { ParsedEntry, ParsedFile } from "./files/parsed-file.ts";

type Import = { name: string; contentHash: string; sizeBytes: number; file: ParsedFile };
type Imported = { id: number; isRepeated: boolean };
/** An entry as it is booked: from a file, or one that waited. */
type Booked = { id: number } & Pick<ParsedEntry, "valueOn" | "bankReference" | "returnCode" | "returnText">;

const maxEarlyReturns = 500;

/**
 * Imports a file of the bank: stores each entry that no other file had, books what the bank executed, returned or
 * rejected of payouts, and suggests customers' payments. The same file, and the same entry in another file, change
 * nothing.
 */
export const importBankFile = command({
  name: "bank.import_bank_file",
  errors: [],
  async run({ ctx, input }: CommandCall<Import>): Promise<Imported> {
    const { tx } = ctx;
    // Imports wait for each other, so that each sees the entries and payouts of the other.
    await lockPayouts(tx);
    const before = await fileOfContent(tx, input.contentHash);
    if (before !== null) {
      ctx.audit.unchanged("the file was imported before");
      return { id: before, isRepeated: true };
    }
    const { name, contentHash, sizeBytes, file } = input;
    const { message, version, account } = file;
    const origin = { importedAt: ctx.clock.now(), importedBy: actorUid(ctx.actor) };
    const id = await insertFile(tx, { name, contentHash, sizeBytes, message, version, account, ...origin });
    const known = await findKeys(
      tx,
      file.entries.map(({ key }) => key),
    );
    const fresh = [
      ...new Map(file.entries.filter(({ key }) => !known.has(key)).map((each) => [each.key, each])).values(),
    ];
    const stored = await bookEntries(ctx, fresh);
    const seen = new Set(known.keys());
    const rows = file.entries.map(({ key }) => {
      const repeated = seen.has(key);
      seen.add(key);
      return { entry: known.get(key) ?? stored.get(key) ?? 0, repeated };
    });
    await insertFileEntries(tx, id, rows);
    await ctx.audit.record({
      subject: { type: "bank_file", id: String(id) },
      changes: [{ field: "entries", before: null, after: fresh.length }],
      details: { description: name },
    });
    return { id, isRepeated: false };
  },
});

/** Debits come first, because a return needs its debit. */
const order = { status: 0, debit: 1, credit: 2 } as const;

async function bookEntries(ctx: CommandContext, fresh: readonly ParsedEntry[]): Promise<Map<string, number>> {
  const { tx } = ctx;
  const early = await lockEarlyReturns(tx, maxEarlyReturns);
  const match = createMatcher(await knownOf(tx, fresh, early));
  const sorted = [...fresh].sort((a, b) => order[a.kind] - order[b.kind]);
  const decided = sorted.map((entry) => ({ entry, outcome: match(entry) }));
  const ids = await insertEntries(tx, decided);
  const payments = new Set<number>();
  for (const { entry, outcome } of decided) {
    const booked = { ...entry, id: ids.get(entry.key) ?? 0 };
    for (const effect of outcome.effects) await apply(ctx, effect, booked, payments);
  }
  for (const entry of early) {
    const outcome = match(entry);
    if (outcome.reason === "not_executed") continue;
    await updateEntry(tx, entry.id, outcome);
    for (const effect of outcome.effects) await apply(ctx, effect, entry, payments);
  }
  await settleSummaries(
    tx,
    fresh.flatMap(({ isSummary, bookingKey }) => (isSummary ? [] : [bookingKey])),
  );
  for (const payment of payments) await closeSettledPayment(ctx, payment);
  return ids;
}

/** Everything in the books that the entries name. */
async function knownOf(
  tx: WriteTransaction,
  fresh: readonly ParsedEntry[],
  early: readonly StoredEntry[],
): Promise<Known> {
  const all = [...fresh, ...early];
  const present = (texts: (string | null)[]): string[] =>
    [...new Set(texts.filter((text) => text !== null && text !== ""))] as string[];
  const payouts = await findPayoutsBy(tx, {
    transfers: present(all.flatMap(({ instructionId, endToEndId }) => [instructionId, endToEndId])),
    messages: present(
      all.flatMap(({ isSummary, messageId, paymentInformationId }) =>
        isSummary ? [messageId, messageOfPayment(paymentInformationId)] : [],
      ),
    ),
    ids: [],
  });
  const invoices = present(fresh.map(({ reference }) => reference)).flatMap((each) => invoiceOfReference(each) ?? []);
  const orderOf = await findOrdersOf(tx, invoices);
  const bookings = await findBookings(tx, present(fresh.map(({ bookingKey }) => bookingKey)));
  return {
    payouts,
    ...bookings,
    orderOf(reference) {
      const invoice = invoiceOfReference(reference);
      return invoice && orderOf(invoice);
    },
  };
}

async function apply(
  ctx: CommandContext,
  { step, payout, chargesMicros = 0n }: Effect,
  { id: entryId, valueOn: on, bankReference, returnCode: code, returnText: text }: Booked,
  payments: Set<number>,
): Promise<void> {
  const news = { on, entryId, bankReference };
  payments.add(payout.paymentId);
  if (step === "execute") return executePayout(ctx, payout, news);
  if (step === "return") return returnPayout(ctx, payout, { ...news, code, text, chargesMicros });
  if (step === "reject") return rejectPayout(ctx, payout, { ...news, code, text });
  return noteEntryOf(ctx.tx, payout.id, entryId);
}
