import type { Language } from "@litfass/contract/kernel/messages";
import { formatMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import { html } from "@litfass/platform/http/pages/html";
import type { ServerPage } from "@litfass/platform/http/pages/server-page";
import { dayOf, formatDay, isForService } from "../invoices/invoice.ts";
import type { InvoiceRow, PaymentRow } from "../tables.ts";
import { failureText } from "./payment.ts";

export const confirmationStylePath = "/billing/confirmation.css";

type Page = {
  language: Language;
  state: "done" | "waiting" | "failed";
  title: string;
  text: string;
  facts: [label: string, value: string][];
  invoice: { number: string; label: string } | null;
};

const pick = (language: Language, en: string, de: string): string => (language === "de" ? de : en);
const money = (currency: string, micros: bigint): string => `${currency} ${formatMinor(minorOfMicros(micros))}`;

/** What a finished card checkout came to (ROUTE-042): what was bought, the amount and the invoice. */
export function cardConfirmation(payment: PaymentRow, invoice: InvoiceRow | null, language: Language): ServerPage {
  const budget = money(payment.currency, payment.amountMicros);
  if (payment.status === "failed") {
    const why = failureText(payment.failureCode, language) ?? "";
    return page({
      language,
      state: "failed",
      title: pick(language, "The card was not charged", "Die Karte wurde nicht belastet"),
      text: pick(
        language,
        `${why}. Your budget is as it was; you can start the payment again.`,
        `${why}. Ihr Guthaben ist unverändert; Sie können die Zahlung neu beginnen.`,
      ),
      facts: [],
      invoice: null,
    });
  }
  if (!invoice) {
    const why = failureText(payment.failureCode, language);
    return page({
      language,
      state: "waiting",
      title: pick(language, "The payment is not confirmed yet", "Die Zahlung ist noch nicht bestätigt"),
      text: why
        ? `${why}.`
        : pick(
            language,
            "The card processor has not confirmed it. Load this page again in a minute; nothing is charged twice.",
            "Die Kartenzahlung wurde noch nicht bestätigt. Laden Sie diese Seite in einer Minute neu; es wird nichts doppelt belastet.",
          ),
      facts: [],
      invoice: null,
    });
  }
  return page({
    language,
    state: "done",
    title: pick(language, `${budget} of budget is yours`, `${budget} stehen für Sie bereit`),
    text: payment.plan
      ? pick(
          language,
          "The package runs from now for three months. Nothing renews by itself.",
          "Das Paket läuft ab jetzt drei Monate. Es verlängert sich nicht von selbst.",
        )
      : pick(
          language,
          "You can use it for any campaign, from now on.",
          "Sie können es ab sofort für jede Kampagne einsetzen.",
        ),
    facts: factsOf(invoice, language),
    invoice: { number: invoice.number, label: pick(language, "Open the invoice", "Rechnung öffnen") },
  });
}

/** What an order by invoice came to (ROUTE-042). */
export function orderConfirmation(invoice: InvoiceRow, language: Language): ServerPage {
  const due = formatDay(invoice.dueOn ?? dayOf(invoice.issuedAt));
  const budget = pick(
    language,
    " Your budget is credited when the payment has arrived.",
    " Ihr Guthaben wird gutgeschrieben, sobald die Zahlung eingegangen ist.",
  );
  return page({
    language,
    state: "done",
    title: pick(language, "Your order is placed", "Ihre Bestellung ist eingegangen"),
    text:
      pick(
        language,
        `The invoice is on its way by e-mail and payable by ${due}.`,
        `Die Rechnung kommt per E-Mail und ist zahlbar bis ${due}.`,
      ) + (isForService(invoice) ? "" : budget),
    facts: factsOf(invoice, language),
    invoice: { number: invoice.number, label: pick(language, "Open the invoice", "Rechnung öffnen") },
  });
}

const factsOf = (invoice: InvoiceRow, language: Language): [string, string][] => [
  [pick(language, "Order", "Bestellung"), pick(language, invoice.nameEn, invoice.nameDe)],
  ...(invoice.vatMicros > 0n
    ? ([
        [pick(language, "Without VAT", "Ohne MWST"), money(invoice.currency, invoice.netMicros)],
        [pick(language, "VAT", "MWST"), money(invoice.currency, invoice.vatMicros)],
      ] as [string, string][])
    : []),
  [pick(language, "Amount", "Betrag"), money(invoice.currency, invoice.grossMicros)],
  [pick(language, "Invoice number", "Rechnungsnummer"), invoice.number],
];

const signs = {
  done: html`<path d="m5 13 4.500 4.500L19 8" />`,
  waiting: html`<path d="M12 7v5.500l3.500 2" /><circle cx="12" cy="12" r="8.500" />`,
  failed: html`<path d="M12 7v6M12 16.800v.2" /><path d="M12 3.500 21.500 20h-19z" />`,
};

function page({ language, state, title, text, facts, invoice }: Page): ServerPage {
  const body = html`<div class="cap ${state}"></div><section class="sheet"><svg class="sign ${state}" viewBox="0 0 24 24" aria-hidden="true">${signs[state]}</svg>
<h1>${title}</h1><p>${text}</p>
${facts.length > 0 && html`<dl>${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`}
<nav><a class="main" href="/invoices">${pick(language, "To billing", "Zur Abrechnung")}</a>${
    invoice && html`<a href="/invoices/${invoice.number}" target="_blank" rel="noopener">${invoice.label}</a>`
  }</nav></section><div class="cap plinth ${state}"></div>`;
  return { language, title, body, stylesheet: confirmationStylePath, isPersonal: true };
}
