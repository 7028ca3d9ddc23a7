import type { Language } from "@litfass/contract/kernel/language";
import { minorOfMicros, moneyText } from "@litfass/contract/kernel/money";
import type { MailContent } from "@litfass/platform/mail/mail-content";
import { sendMail } from "@litfass/platform/mail/send-mail";
import type { Platform } from "@litfass/platform/platform";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { findUser } from "../../users/index.ts";
import { invoiceMail, receiptMail } from "../mails.ts";
import type { InvoiceRow } from "../tables.ts";
import {
  boughtMicros,
  dayOf,
  discountName,
  formatDay,
  isForService,
  listMicrosOf,
  subjectOfInvoice,
  textIn,
} from "./invoice.ts";
import { invoiceFile } from "./invoice-files.ts";
import { findInvoice } from "./invoice-sql.ts";

export const mailInvoiceJob = "billing.mail-invoice";

/** Sends an invoice to its customer once this transaction has committed. */
export async function sendInvoiceMail(
  { jobs }: { jobs: Pick<Platform["jobs"], "send"> },
  tx: Transaction,
  number: string,
): Promise<void> {
  await jobs.send(mailInvoiceJob, { number }, { tx, singletonKey: number });
}

/** Mails an invoice with its PDF. @throws if the mail server rejects it, so that the job is retried. */
export async function mailInvoice(platform: Platform, number: string): Promise<void> {
  const invoice = await findInvoice(platform.db, number);
  if (!invoice?.buyer.email) return;
  const buyer = await findUser(platform.db, invoice.ownerUid);
  const file = await invoiceFile(platform, invoice);
  const content = contentOf(invoice, buyer?.lang ?? invoice.language, platform.config.publicUrl);
  await sendMail(platform, invoice.buyer.email, content, [
    { filename: `${invoice.number}.pdf`, content: file, contentType: "application/pdf" },
  ]);
}

/** A card payment is confirmed with a receipt; an order states when and how to pay. */
function contentOf(invoice: InvoiceRow, lang: Language, publicUrl: string): MailContent {
  const reader = { lang, recipient: invoice.buyer.name, publicUrl };
  const { number, currency, issuedAt } = invoice;
  const name = textIn(subjectOfInvoice(invoice), lang);
  const money = (micros: bigint): string => moneyText(minorOfMicros(micros), currency);
  const amount = money(invoice.grossMicros);
  const discounted = invoice.lines.find(({ discount }) => discount);
  const discount = discounted?.discount && {
    list: money(listMicrosOf(discounted)),
    name: discountName(discounted.discount, lang),
    amount: money(-BigInt(discounted.discount.micros)),
    net: money(invoice.netMicros),
  };
  if (invoice.paidBy === "card") {
    const credited = money(boughtMicros(invoice));
    return receiptMail(reader, { number, name, amount, credited, paidOn: formatDay(dayOf(issuedAt)), discount });
  }
  const dueOn = formatDay(invoice.dueOn ?? dayOf(issuedAt));
  return invoiceMail(reader, { number, name, amount, dueOn, creditsLater: !isForService(invoice), discount });
}
