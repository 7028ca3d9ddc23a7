import { formatMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import type { Platform } from "@litfass/platform/platform";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import type { InvoiceRow } from "../tables.ts";
import { textsOf } from "../texts.ts";
import { dayOf, formatDay, isForService, textIn } from "./invoice.ts";
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
    ...contentOf(invoice, platform.config.publicUrl),
    attachments: [{ filename: `${invoice.number}.pdf`, content, contentType: "application/pdf" }],
  });
}

function contentOf(invoice: InvoiceRow, publicUrl: string): { subject: string; text: string } {
  const { number, language, buyer, seller } = invoice;
  const texts = textsOf(language, "invoice_mail");
  const amount = `${invoice.currency} ${formatMinor(minorOfMicros(invoice.grossMicros))}`;
  const day = formatDay(invoice.dueOn ?? dayOf(invoice.issuedAt));
  const text = [
    texts("greeting", { name: buyer.name }).trim(),
    texts("thanks", { number, amount, day }),
    ...(isForService(invoice) ? [] : [texts("budget")]),
    texts("link", { link: `${publicUrl}/order-confirmation?invoice=${number}` }),
    seller.name,
  ];
  const name = textIn({ en: invoice.nameEn, de: invoice.nameDe }, language);
  return { subject: texts("subject", { number, name }), text: text.join("\n\n") };
}
