import { vatOf } from "@litfass/contract/billing/vat-amount";
import { minorOfMicros } from "@litfass/contract/kernel/money";
import { actorUid } from "@litfass/platform/command/actor";
import { type CommandCall, command, type MoneyEffect } from "@litfass/platform/command/command";
import type { WriteTransaction } from "@litfass/platform/postgres/postgres";
import { conflict, notFound } from "@litfass/platform/problem";
import { findCompany } from "@litfass/platform/settings/read-settings";
import { bookPublisherCredit, publisherStatementAwaitsApproval, sellerOf, vatRateFor } from "../../billing/index.ts";
import { auditSubjectOf, todayOf } from "../publisher-access.ts";
import { payeeOf } from "../publisher-sql.ts";
import { creditNoteNumber } from "./credit-note.ts";
import { findPayee } from "./payee-sql.ts";
import { approvedOnDay, lockStatement, nextSequence, type StatementRow, saveCreditNote } from "./statement-sql.ts";

/** `net`: the net amount that the caller saw, in minor units. */
type Call = CommandCall<{ statement: number; net: number }>;

/**
 * Issues the credit note of a statement: it gets its number, the payee and the VAT of that day, and is booked.
 * @throws 404, 409 if it is not open, awaits a second person, has changed, or has no payee
 */
export const approveStatement = command({
  name: "publishers.approve_statement",
  errors: ["not_found", "conflict"],
  async money({ ctx, input }: Call): Promise<MoneyEffect> {
    const statement = await lockOpen(ctx.tx, input);
    if (await publisherStatementAwaitsApproval(ctx.tx, statement.id)) {
      throw conflict("statement_awaits_approval", "publishers.statement_awaits");
    }
    await payeeFor(ctx.tx, statement);
    return {
      direction: "credit",
      customerUid: statement.ownerUid,
      currency: statement.currency,
      amountMicros: statement.netMicros,
      // Statements of several months or currencies that one person approves on one day add up.
      alongMicros: await approvedOnDay(ctx.tx, statement, { by: actorUid(ctx.actor), day: todayOf(ctx.clock.now()) }),
      description: `${statement.publisherName} ${statement.month}`,
    };
  },
  async run({ ctx, input }: Call): Promise<{ approval: null }> {
    const { tx, clock, config } = ctx;
    const statement = await lockOpen(tx, input);
    const payee = await payeeFor(tx, statement);
    const now = clock.now();
    const today = todayOf(now);
    const company = await findCompany(tx, config.company, now);
    const vatRate = payee.vat_number === null ? 0 : vatRateFor(payee.country_code, today, company);
    const vatMicros = vatOf(statement.netMicros, vatRate);
    const year = Number(today.slice(0, 4));
    const note = { year, sequence: await nextSequence(tx, year) };
    const by = ctx.approval?.requestedBy ?? actorUid(ctx.actor);
    const payer = sellerOf(company, statement.currency);
    await saveCreditNote(tx, statement.id, { ...note, vatRate, vatMicros, payee, payer, approvedAt: now }, by);
    const number = creditNoteNumber(note);
    const { currency, accruedMicros, netMicros, sellerId } = statement;
    const credit = { payee: payeeOf(sellerId), number, currency, accruedMicros, netMicros, vatMicros };
    await bookPublisherCredit(ctx, credit);
    await ctx.audit.record({
      subject: auditSubjectOf(statement.publisherId),
      changes: [
        { field: "credit_note", before: null, after: number },
        { field: "amount", before: null, after: { amount: minorOfMicros(netMicros + vatMicros), currency } },
      ],
      details: { description: statement.month },
    });
    return { approval: null };
  },
});

async function lockOpen(tx: WriteTransaction, { statement: id, net }: Call["input"]): Promise<StatementRow> {
  const statement = await lockStatement(tx, id);
  if (!statement) throw notFound();
  if (statement.state !== "open") throw conflict("statement_closed", "publishers.statement_closed");
  if (minorOfMicros(statement.netMicros) !== net) throw conflict("statement_changed", "publishers.statement_changed");
  return statement;
}

async function payeeFor(tx: WriteTransaction, { publisherId }: StatementRow) {
  const payee = await findPayee(tx, publisherId);
  if (payee === null) throw conflict("payee_missing", "publishers.payee_missing");
  return payee;
}
