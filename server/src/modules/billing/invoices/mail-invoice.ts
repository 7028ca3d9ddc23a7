import { formatMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import type { Platform } from "@litfass/platform/platform";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import type { InvoiceRow } from "../tables.ts";
import { dayOf, formatDay, isForService } from "./invoice.ts";
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

/** Mails an invoice with its PDF. @throws where the mail server does not take it, so that it is tried again. */
export async function mailInvoice(platform: Platform, number: string): Promise<void> {
  const invoice = await findInvoice(platform.db, number);
  if (!invoice?.buyer.email) return;
  const content = await invoiceFile(platform, invoice);
  await platform.mailer.send({
    to: invoice.buyer.email,
    ...textsOf(invoice, platform.config.publicUrl),
    attachments: [{ filename: `${invoice.number}.pdf`, content, contentType: "application/pdf" }],
  });
}

function textsOf(invoice: InvoiceRow, publicUrl: string): { subject: string; text: string } {
  const amount = `${invoice.currency} ${formatMinor(minorOfMicros(invoice.grossMicros))}`;
  const due = formatDay(invoice.dueOn ?? dayOf(invoice.issuedAt));
  const link = `${publicUrl}/order-confirmation?invoice=${invoice.number}`;
  if (invoice.language === "de") {
    return {
      subject: `Rechnung ${invoice.number}: ${invoice.nameDe}`,
      text: [
        `Guten Tag ${invoice.buyer.name}`.trim(),
        `Vielen Dank für Ihre Bestellung. Die Rechnung ${invoice.number} über ${amount} liegt dieser E-Mail bei. Sie ist zahlbar bis ${due}.`,
        ...(isForService(invoice) ? [] : ["Ihr Guthaben wird gutgeschrieben, sobald die Zahlung eingegangen ist."]),
        `Bestellung ansehen: ${link}`,
        invoice.seller.name,
      ].join("\n\n"),
    };
  }
  return {
    subject: `Invoice ${invoice.number}: ${invoice.nameEn}`,
    text: [
      `Hello ${invoice.buyer.name}`.trim(),
      `Thank you for your order. Invoice ${invoice.number} over ${amount} is attached. It is payable by ${due}.`,
      ...(isForService(invoice) ? [] : ["Your budget is credited when the payment has arrived."]),
      `See the order: ${link}`,
      invoice.seller.name,
    ].join("\n\n"),
  };
}
