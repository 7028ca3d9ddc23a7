import { isQrIban } from "@litfass/contract/kernel/iban";
import { type Currency, minorOfMicros } from "@litfass/contract/kernel/money";
import type { PublisherPayment } from "@litfass/contract/publishers/publisher-statements";
import { accountFor } from "@litfass/contract/settings/company";
import { actorUid } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import type { FileAnswer } from "@litfass/platform/http/file-answer";
import type { Platform } from "@litfass/platform/platform";
import { conflict, invalid, notFound } from "@litfass/platform/problem";
import { findCompany } from "@litfass/platform/settings/read-settings";
import { bookPayout, paymentFile } from "../../billing/index.ts";
import { isAnyBlocked } from "../payouts/block-sql.ts";
import {
  accountsThatReturned,
  countPayouts,
  insertPayouts,
  lockPayouts,
  type NewPayout,
  payoutsOfPayment,
} from "../payouts/payout-sql.ts";
import { cancelPayout, closeSettledPayment, executePayout } from "../payouts/settle-payouts.ts";
import { todayOf } from "../publisher-access.ts";
import { payeeOf } from "../publisher-sql.ts";
import { creditNoteNumber, grossOf } from "./credit-note.ts";
import { findPayee } from "./payee-sql.ts";
import { findPayment, insertPayment, lockPayment } from "./payment-sql.ts";
import { presentPayment } from "./show-statements.ts";
import { lockStatements, putIntoPayment, type StatementRow } from "./statement-sql.ts";

const subjectOf = (id: number) => ({ type: "publisher_payment", id: String(id) });

/** The identification of a payment at the bank: at most 35 characters, unique. */
const newMessageId = ({ clock, random }: CommandContext): string =>
  `PUB-${clock.now().toISOString().slice(0, 10).replaceAll("-", "")}-${random.bytes(6).toString("hex").toUpperCase()}`;

/**
 * Puts approved statements into a payment. @throws 409 for one that is not approved or has a payment, and for a
 * publisher that is not paid at present, 422 for a day in the past and for several currencies
 */
export const createPayment = command({
  name: "publishers.create_payment",
  errors: ["conflict"],
  async run({ ctx, input }: CommandCall<{ statements: number[]; execute_on: string }>): Promise<PublisherPayment> {
    const { tx, clock } = ctx;
    const now = clock.now();
    if (input.execute_on < todayOf(now)) throw invalid({ execute_on: ["publishers.past_payment"] });
    await lockPayouts(tx);
    const statements = await lockStatements(tx, input.statements);
    const isPayable = ({ state, paymentId }: StatementRow): boolean => state === "approved" && paymentId === null;
    if (statements.length < input.statements.length || !statements.every(isPayable)) {
      throw conflict("not_payable", "publishers.not_payable");
    }
    const [currency, ...others] = new Set(statements.map((each) => each.currency));
    if (currency === undefined || others.length > 0) throw invalid({ statements: ["publishers.one_currency"] });
    if (
      await isAnyBlocked(
        tx,
        statements.map(({ publisherId }) => publisherId),
      )
    ) {
      throw conflict("payout_blocked", "publishers.payout_blocked");
    }
    const totalMicros = statements.reduce((sum, each) => sum + grossOf(each), 0n);
    const { iban } = accountFor(await findCompany(tx, ctx.config.company, now), currency);
    const payment = {
      messageId: newMessageId(ctx),
      currency,
      statements: statements.length,
      totalMicros,
      // The file is refused until the operator has corrected the account.
      debitIban: isQrIban(iban) ? null : iban,
      executeOn: input.execute_on,
      createdAt: now,
    };
    const id = await insertPayment(tx, payment, actorUid(ctx.actor));
    await putIntoPayment(tx, input.statements, id);
    await orderPayouts(ctx, { id, messageId: payment.messageId, currency }, statements);
    await ctx.audit.record({
      subject: subjectOf(id),
      changes: [
        { field: "state", before: null, after: "created" },
        { field: "amount", before: null, after: { amount: minorOfMicros(totalMicros), currency } },
      ],
      details: { description: payment.messageId },
    });
    return presentPayment({ ...payment, id, state: "created", executed: 0, returned: 0, closedAt: null });
  },
});

/** Adds the transfers of a payment, each to the account of its credit note, and books them as in transit. */
async function orderPayouts(
  ctx: CommandContext,
  { id: paymentId, messageId, currency }: { id: number; messageId: string; currency: Currency },
  statements: readonly StatementRow[],
): Promise<void> {
  const { tx } = ctx;
  const earlier = await countPayouts(
    tx,
    statements.map(({ id }) => id),
  );
  const notes = statements.map(({ note }) => note);
  const bounced = await accountsThatReturned(
    tx,
    notes.flatMap((note) => note?.payee.iban ?? []),
  );
  const payouts: NewPayout[] = [];
  for (const [at, statement] of statements.entries()) {
    const { id, publisherId, note } = statement;
    if (note === null) throw new Error(`Statement ${id} has no credit note`);
    // The credit note never changes, but the money must not go to an account that sent it back.
    const isBounced = bounced.has(`${publisherId} ${note.payee.iban}`);
    const payee = (isBounced ? await findPayee(tx, publisherId) : null) ?? note.payee;
    const times = earlier.get(id) ?? 0;
    payouts.push({
      statementId: id,
      instructionId: `${messageId}-${at + 1}`,
      endToEndId: times === 0 ? creditNoteNumber(note) : `${creditNoteNumber(note)}-${times + 1}`,
      amountMicros: grossOf(statement),
      payee,
    });
  }
  const ids = await insertPayouts(tx, paymentId, payouts, ctx.clock.now());
  for (const [at, { endToEndId, amountMicros }] of payouts.entries()) {
    const payee = payeeOf(statements[at]?.sellerId ?? "");
    await bookPayout(ctx, "ordered", { id: ids[at] ?? 0, payee, messageId, endToEndId, currency, amountMicros });
  }
}

/**
 * Books what no bank statement has of a payment: as executed today, or as canceled. Transfers that the bank has
 * executed, returned or rejected stay. @throws 404, 409 if the payment is closed
 */
export const closePayment = command({
  name: "publishers.close_payment",
  errors: ["not_found", "conflict"],
  async run({ ctx, input }: CommandCall<{ payment: number; state: "paid" | "canceled" }>): Promise<PublisherPayment> {
    const { tx, clock } = ctx;
    await lockPayouts(tx);
    const payment = await lockPayment(tx, input.payment);
    if (!payment) throw notFound();
    if (payment.state !== "created") throw conflict("payment_closed", "publishers.payment_closed");
    for (const payout of await payoutsOfPayment(tx, payment.id)) {
      if (payout.state !== "in_payment") continue;
      if (input.state === "canceled") await cancelPayout(ctx, payout);
      else await executePayout(ctx, payout, { on: todayOf(clock.now()), entryId: null, bankReference: null });
    }
    await closeSettledPayment(ctx, payment.id);
    const closed = await findPayment(tx, payment.id);
    if (!closed) throw notFound();
    return presentPayment(closed);
  },
});

/**
 * A payment's file for the bank. @throws 404, 409 for a canceled one and if the operator's account is not one to pay
 * from
 */
export async function paymentFileOf({ db, config, clock }: Platform, id: number): Promise<FileAnswer> {
  const payment = await findPayment(db, id);
  if (!payment) throw notFound();
  const payouts = await payoutsOfPayment(db, id);
  if (payment.state === "canceled" || payouts.length === 0) {
    throw conflict("payment_closed", "publishers.payment_closed");
  }
  const company = await findCompany(db, config.company, clock.now());
  const account = accountFor(company, payment.currency);
  const payer = {
    name: company.name,
    iban: payment.debitIban ?? account.iban,
    // The account may have been changed since the payment was made.
    bic: payment.debitIban === null || payment.debitIban === account.iban ? account.bic : null,
  };
  if (isQrIban(payer.iban)) throw conflict("debit_iban", "publishers.debit_iban");
  const transfers = payouts.map(({ amountMicros, ...payout }) => ({ ...payout, grossMicros: amountMicros }));
  const body = paymentFile({ ...payment, payer, transfers });
  return { body, contentType: "application/xml", filename: `${payment.messageId}.xml` };
}
