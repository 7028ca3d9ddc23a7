import { termText } from "@litfass/contract/billing/term-text";
import type { Language } from "@litfass/contract/kernel/language";
import { minorOfMicros, moneyText } from "@litfass/contract/kernel/money";
import { html } from "@litfass/platform/http/pages/html";
import type { ServerPage } from "@litfass/platform/http/pages/server-page";
import {
  boughtMicros,
  dayOf,
  discountName,
  formatDay,
  isForService,
  listMicrosOf,
  subjectOfInvoice,
  textIn,
} from "../invoices/invoice.ts";
import { bookedOf } from "../plans/plan.ts";
import type { InvoiceRow, PaymentRow } from "../tables.ts";
import { type TextsOf, textsOf } from "../texts.ts";
import { failureText } from "./payment-failures.ts";

export const confirmationStylePath = "/billing/confirmation.css";

type Page = {
  language: Language;
  state: "done" | "waiting" | "failed";
  title: string;
  text: string;
  invoice?: InvoiceRow;
  /** What the budget is for: the first campaign, or one that is there already. */
  next?: "create_campaign" | "to_campaigns";
};

type CardPayment = {
  payment: PaymentRow;
  /** Null until the payment is confirmed. */
  invoice: InvoiceRow | null;
  language: Language;
  /** The customer has started a campaign before. */
  hasCampaign: boolean;
};

const money = (currency: string, micros: bigint): string => moneyText(minorOfMicros(micros), currency);

/** What a finished card checkout came to (ROUTE-042): what was bought, the amount and the invoice. */
export function cardConfirmation({ payment, invoice, language, hasCampaign }: CardPayment): ServerPage {
  const texts = textsOf(language, "confirmation");
  const failure = failureText(payment.failureCode, language);
  if (payment.status === "failed") {
    const text = texts("failed.text", { failure: failure ?? "" });
    return page({ language, state: "failed", title: texts("failed.title"), text });
  }
  if (!invoice) {
    const text = failure ? `${failure}.` : texts("waiting.text");
    return page({ language, state: "waiting", title: texts("waiting.title"), text });
  }
  const title = texts("paid.title", { amount: money(payment.currency, boughtMicros(invoice)) });
  const booked = payment.plan && bookedOf(payment.plan, payment.planMonths);
  const text = booked ? texts("paid.package", { term: termText(booked.months, language) }) : texts("paid.budget");
  return page({
    language,
    state: "done",
    title,
    text,
    invoice,
    next: hasCampaign ? "to_campaigns" : "create_campaign",
  });
}

/** The confirmation of an invoice order (ROUTE-042). */
export function orderConfirmation(invoice: InvoiceRow, language: Language): ServerPage {
  const texts = textsOf(language, "confirmation");
  const day = formatDay(invoice.dueOn ?? dayOf(invoice.issuedAt));
  const sentences = [texts("ordered.text", { day }), ...(isForService(invoice) ? [] : [texts("ordered.budget")])];
  return page({ language, state: "done", title: texts("ordered.title"), text: sentences.join(" "), invoice });
}

function factsOf(invoice: InvoiceRow, texts: TextsOf<"confirmation">, language: Language): [string, string][] {
  const { currency, netMicros, vatMicros, grossMicros } = invoice;
  const facts: [string, string][] = [[texts("order"), textIn(subjectOfInvoice(invoice), language)]];
  for (const line of invoice.lines) {
    if (!line.discount) continue;
    facts.push(
      [texts("list_price"), money(currency, listMicrosOf(line))],
      [discountName(line.discount, language), money(currency, -BigInt(line.discount.micros))],
    );
  }
  if (vatMicros > 0n) {
    facts.push([texts("net"), money(currency, netMicros)], [texts("vat"), money(currency, vatMicros)]);
  }
  facts.push([texts("amount"), money(currency, grossMicros)], [texts("invoice_number"), invoice.number]);
  return facts;
}

const signs = {
  done: html`<path d="m5 13 4.500 4.500L19 8" />`,
  waiting: html`<path d="M12 7v5.500l3.500 2" /><circle cx="12" cy="12" r="8.500" />`,
  failed: html`<path d="M12 7v6M12 16.800v.2" /><path d="M12 3.500 21.500 20h-19z" />`,
};

const nextPaths = { create_campaign: "/campaigns/create", to_campaigns: "/campaigns" };

function page({ language, state, title, text, invoice, next }: Page): ServerPage {
  const texts = textsOf(language, "confirmation");
  const facts = invoice ? factsOf(invoice, texts, language) : [];
  const body = html`<div class="cap ${state}"></div><section class="sheet"><svg class="sign ${state}" viewBox="0 0 24 24" aria-hidden="true">${signs[state]}</svg>
<h1>${title}</h1><p>${text}</p>
${facts.length > 0 && html`<dl>${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`}
<nav>${
    next && html`<a class="main" href="${nextPaths[next]}">${texts(next)}</a>`
  }<a class="${next ? "" : "main"}" href="/invoices">${texts("to_billing")}</a>${
    invoice && html`<a href="/invoices/${invoice.number}" target="_blank" rel="noopener">${texts("open_invoice")}</a>`
  }</nav></section><div class="cap plinth ${state}"></div>`;
  return { language, title, body, stylesheet: confirmationStylePath, isPersonal: true };
}
