import type { Language } from "@litfass/contract/kernel/language";
import type { MailContent } from "@litfass/platform/mail/mail-content";
import type { ReminderKind } from "./plans/reminder-sql.ts";
import { textsOf } from "./texts.ts";

/** The mail's language, the reader's name, and the address of the app. */
type Reader = { lang: Language; recipient: string; publicUrl: string };

/** What a discount came to, without VAT. Amounts are formatted. */
type MailDiscount = { list: string; name: string; amount: string; net: string };

const discountFacts = (lang: Language, discount: MailDiscount | undefined): [string, string][] => {
  if (!discount) return [];
  const texts = textsOf(lang, "discount");
  return [
    [texts("list_price"), discount.list],
    [discount.name, discount.amount],
    [texts("net"), discount.net],
  ];
};

/** An issued invoice with its PDF attached. Amounts and days are formatted. */
export function invoiceMail(
  { lang, recipient, publicUrl }: Reader,
  invoice: {
    number: string;
    name: string;
    amount: string;
    dueOn: string;
    creditsLater: boolean;
    discount: MailDiscount | undefined;
  },
): MailContent {
  const texts = textsOf(lang, "invoice_mail");
  const { number, name, amount, dueOn, creditsLater } = invoice;
  return {
    lang,
    recipient,
    subject: texts("subject", { number, name }),
    body: [
      texts("thanks"),
      {
        facts: [
          [texts("number"), number],
          ...discountFacts(lang, invoice.discount),
          [texts("amount"), amount],
          [texts("due_on"), dueOn],
        ],
      },
      ...(creditsLater ? [texts("budget")] : []),
    ],
    button: { label: texts("button"), url: `${publicUrl}/order-confirmation?invoice=${number}` },
  };
}

/** The receipt of a card payment with the paid invoice attached. Amounts and days are formatted. */
export function receiptMail(
  { lang, recipient, publicUrl }: Reader,
  receipt: {
    number: string;
    name: string;
    amount: string;
    credited: string;
    paidOn: string;
    discount: MailDiscount | undefined;
  },
): MailContent {
  const texts = textsOf(lang, "receipt_mail");
  const { number, name, amount, credited, paidOn } = receipt;
  return {
    lang,
    recipient,
    subject: texts("subject", { amount, name }),
    body: [
      texts("thanks"),
      {
        facts: [
          ...discountFacts(lang, receipt.discount),
          [texts("amount"), amount],
          [texts("paid_on"), paidOn],
          [texts("number"), number],
        ],
      },
      texts("budget", { credited }),
    ],
    button: { label: texts("button"), url: `${publicUrl}/invoices` },
  };
}

/** The credit for a campaign below the viewability guarantee; `rate` and `guaranteed` are percentages. */
export function guaranteeMail(
  { lang, recipient, publicUrl }: Reader,
  credit: { campaignId: number; campaign: string; rate: number; guaranteed: number; missing: string; amount: string },
): MailContent {
  const texts = textsOf(lang, "guarantee_mail");
  return {
    lang,
    recipient,
    subject: texts("subject", credit),
    body: [texts("ended", credit), texts("credited", credit)],
    button: { label: texts("button"), url: `${publicUrl}/dashboard?campaign=${credit.campaignId}` },
  };
}

/** Reminders about a plan: it ends soon, its budget is nearly used up, or its renewal failed. */
export function reminderMail(
  { lang, recipient, publicUrl }: Reader,
  {
    kind,
    renewal,
    ...values
  }: { kind: ReminderKind; renewal: string | null; plan: string; left: string; failure: string; day: string },
): MailContent {
  const texts = textsOf(lang, "reminder");
  return {
    lang,
    recipient,
    subject: texts(`${kind}.subject`, values),
    body: [texts(`${kind}.facts`, values), ...(renewal === null ? [] : [renewal]), texts(`${kind}.advice`, values)],
    button: { label: texts("button"), url: `${publicUrl}/invoices` },
  };
}

/** Tells accountants which comparisons of the books differ; `compared` has both amounts, null if one is unknown. */
export function differencesMail(
  { lang, recipient, publicUrl }: Reader,
  { proof, differences }: { proof: number; differences: { name: string; compared: string | null }[] },
): MailContent {
  const texts = textsOf(lang, "reconciliation_mail");
  return {
    lang,
    recipient,
    subject: texts("subject", { differences: differences.length }),
    body: [
      texts("intro"),
      { facts: differences.map(({ name, compared }) => [name, compared ?? texts("not_compared")]) },
    ],
    button: { label: texts("button"), url: `${publicUrl}/admin/proofs?proof=${proof}` },
  };
}
