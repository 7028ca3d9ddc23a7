import type { Language } from "@litfass/contract/kernel/language";
import { minorOfMicros } from "@litfass/contract/kernel/money";
import { causeOf } from "@litfass/contract/publishers/payout-returns";
import type { Payee, PublisherPayment, PublisherStatement } from "@litfass/contract/publishers/publisher-statements";
import type { FileAnswer } from "@litfass/platform/http/file-answer";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import { findCompany } from "@litfass/platform/settings/read-settings";
import { printCreditNote, sellerOf } from "../../billing/index.ts";
import { creditNoteNumber, grossOf } from "./credit-note.ts";
import { findPayee } from "./payee-sql.ts";
import type { PaymentRow } from "./payment-sql.ts";
import { findStatement, type StatementRow } from "./statement-sql.ts";

export const presentStatement = (row: StatementRow): PublisherStatement => ({
  id: row.id,
  publisher: row.publisherId,
  publisher_name: row.publisherName,
  month: row.month,
  state: row.state,
  currency: row.currency,
  net: minorOfMicros(row.netMicros),
  vat_rate: (row.note?.vatRate ?? 0) / 100,
  vat: minorOfMicros(row.note?.vatMicros ?? 0n),
  gross: minorOfMicros(row.note ? grossOf(row) : row.netMicros),
  number: row.note && creditNoteNumber(row.note),
  has_payee: row.hasPayee,
  payment: row.paymentId,
  minimum: row.minimumMicros === null ? null : minorOfMicros(row.minimumMicros),
  executed_on: row.executedOn,
  returned: row.returned && {
    on: row.returned.on,
    reason_code: row.returned.code,
    cause: causeOf(row.returned.code),
  },
  is_blocked: row.isBlocked,
  created_at: row.createdAt.toISOString(),
  approved_at: row.note?.approvedAt.toISOString() ?? null,
  paid_at: row.paidAt?.toISOString() ?? null,
});

export const presentPayment = (row: PaymentRow): PublisherPayment => ({
  id: row.id,
  message_id: row.messageId,
  state: row.state,
  currency: row.currency,
  statements: row.statements,
  total: minorOfMicros(row.totalMicros),
  executed: row.executed,
  returned: row.returned,
  execute_on: row.executeOn,
  created_at: row.createdAt.toISOString(),
  closed_at: row.closedAt?.toISOString() ?? null,
});

/** A publisher's statement as PDF. @throws 404 for another publisher's */
export async function printStatementOf(
  platform: Platform,
  { publisher, statement, lang }: { publisher: number; statement: number; lang: Language },
): Promise<FileAnswer> {
  const { db, config, clock } = platform;
  const row = await findStatement(db, statement);
  if (row?.publisherId !== publisher) throw notFound();
  const { note, month, currency, lines, netMicros } = row;
  return printCreditNote(platform, {
    payer: note?.payer ?? sellerOf(await findCompany(db, config.company, clock.now()), currency),
    payee: note?.payee ?? (await findPayee(db, publisher)) ?? unknownPayee(row.publisherName, lang),
    number: note && creditNoteNumber(note),
    issuedAt: note?.approvedAt ?? row.createdAt,
    vatRate: note?.vatRate ?? 0,
    vatMicros: note?.vatMicros ?? 0n,
    ...{ month, currency, lines, netMicros },
  });
}

/** For drafts of a publisher that has not said whom to pay. */
const unknownPayee = (company: string, language: Language): Payee => ({
  company,
  street: "",
  house_number: "",
  postal_code: "",
  city: "",
  country_code: "CH",
  vat_number: null,
  iban: "",
  language,
});
