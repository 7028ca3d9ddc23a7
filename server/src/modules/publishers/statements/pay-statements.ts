import { isQrIban } from "@litfass/contract/kernel/iban";
import { minorOfMicros } from "@litfass/contract/kernel/money";
import type { PublisherPayment } from "@litfass/contract/publishers/publisher-statements";
import { actorUid } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import type { FileAnswer } from "@litfass/platform/http/file-answer";
import type { Platform } from "@litfass/platform/platform";
import { conflict, invalid, notFound } from "@litfass/platform/problem";
import { findCompany } from "@litfass/platform/settings/read-settings";
import { bookPublisherPayment, paymentFile } from "../../billing/index.ts";
import { todayOf } from "../publisher-access.ts";
import { payeeOf } from "../publisher-sql.ts";
import { creditNoteNumber, grossOf } from "./credit-note.ts";
import { closePaymentRow, findPayment, insertPayment, lockPayment } from "./payment-sql.ts";
import { presentPayment } from "./show-statements.ts";
import {
  lockStatements,
  markPaid,
  putIntoPayment,
  removeFromPayment,
  type StatementRow,
  statementsOfPayment,
} from "./statement-sql.ts";

const subjectOf = (id: number) => ({ type: "publisher_payment", id: String(id) });

/** The identification of a payment at the bank: at most 35 characters, unique. */
const newMessageId = ({ clock, random }: CommandContext): string =>
  `PUB-${clock.now().toISOString().slice(0, 10).replaceAll("-", "")}-${random.bytes(6).toString("hex").toUpperCase()}`;

/**
 * Puts approved statements into a payment. @throws 409 for one that is not approved or has a payment, 422 for a day in the
 * past and for several currencies
 */
export const createPayment = command({
  name: "publishers.create_payment",
  errors: ["conflict"],
  async run({ ctx, input }: CommandCall<{ statements: number[]; execute_on: string }>): Promise<PublisherPayment> {
    const { tx, clock } = ctx;
    const now = clock.now();
    if (input.execute_on < todayOf(now)) throw invalid({ execute_on: ["publishers.past_payment"] });
    const statements = await lockStatements(tx, input.statements);
    const isPayable = ({ state, paymentId }: StatementRow): boolean => state === "approved" && paymentId === null;
    if (statements.length < input.statements.length || !statements.every(isPayable)) {
      throw conflict("not_payable", "publishers.not_payable");
    }
    const [currency, ...others] = new Set(statements.map((each) => each.currency));
    if (currency === undefined || others.length > 0) throw invalid({ statements: ["publishers.one_currency"] });
    const totalMicros = statements.reduce((sum, each) => sum + grossOf(each), 0n);
    const payment = {
      messageId: newMessageId(ctx),
      currency,
      statements: statements.length,
      totalMicros,
      executeOn: input.execute_on,
      createdAt: now,
    };
    const id = await insertPayment(tx, payment, actorUid(ctx.actor));
    await putIntoPayment(tx, input.statements, id);
    await ctx.audit.record({
      subject: subjectOf(id),
      changes: [
        { field: "state", before: null, after: "created" },
        { field: "amount", before: null, after: { amount: minorOfMicros(totalMicros), currency } },
      ],
      details: { description: payment.messageId },
    });
    return presentPayment({ ...payment, id, state: "created", closedAt: null });
  },
});

/** Books a payment that the bank made, or cancels it. @throws 404, 409 if it is closed */
export const closePayment = command({
  name: "publishers.close_payment",
  errors: ["not_found", "conflict"],
  async run({ ctx, input }: CommandCall<{ payment: number; state: "paid" | "canceled" }>): Promise<PublisherPayment> {
    const { tx, clock } = ctx;
    const payment = await lockPayment(tx, input.payment);
    if (!payment) throw notFound();
    if (payment.state !== "created") throw conflict("payment_closed", "publishers.payment_closed");
    const now = clock.now();
    const { id, messageId, currency } = payment;
    if (input.state === "canceled") await removeFromPayment(tx, id);
    else {
      const statements = await statementsOfPayment(tx, id);
      const parts = statements.map((each) => ({ payee: payeeOf(each.sellerId), grossMicros: grossOf(each) }));
      await bookPublisherPayment(ctx, { messageId, currency, parts });
      await markPaid(tx, id, now);
    }
    await closePaymentRow(tx, id, input.state, { at: now, by: actorUid(ctx.actor) });
    await ctx.audit.record({
      subject: subjectOf(id),
      changes: [{ field: "state", before: payment.state, after: input.state }],
      details: { description: messageId },
    });
    return presentPayment({ ...payment, state: input.state, closedAt: now });
  },
});

/** A payment's file for the bank. @throws 404, 409 for a canceled one and if the operator's account is not one to pay from */
export async function paymentFileOf({ db, config, clock }: Platform, id: number): Promise<FileAnswer> {
  const payment = await findPayment(db, id);
  if (!payment) throw notFound();
  const statements = await statementsOfPayment(db, id);
  if (statements.length === 0) throw conflict("payment_closed", "publishers.payment_closed");
  const payer = await findCompany(db, config.company, clock.now());
  if (isQrIban(payer.iban)) throw conflict("debit_iban", "publishers.debit_iban");
  const transfers = statements.flatMap((each) =>
    each.note ? [{ number: creditNoteNumber(each.note), payee: each.note.payee, grossMicros: grossOf(each) }] : [],
  );
  const body = paymentFile({ ...payment, payer, transfers });
  return { body, contentType: "application/xml", filename: `${payment.messageId}.xml` };
}
