import { figure, inLocale, type Locale, moment, money } from "../../look/locale.ts";
import { html, type Markup } from "../../look/markup.ts";
import { page } from "../../look/page.ts";
import type { CardObject, CardStore } from "../card-store.ts";
import type { Delivery } from "../webhooks.ts";

const texts = {
  en: {
    title: (count: number) => `${figure(count)} ${count === 1 ? "payment" : "payments"} so far.`,
    payment: "Payment",
    none: "No payments yet.",
    lead: "The card processor speaks Stripe's wire protocol. Payments start in the product; test cards stand beside its form.",
    payments: "Payments",
    messages: "Messages to the product",
    noMessages: "No messages yet. Each step of a payment sends one.",
    amount: "Amount",
    state: "State",
    description: "Description",
    at: "Created at",
    type: "Message",
    to: "Endpoint",
    tries: "Tries",
    states: { delivered: "● delivered", failed: "▲ given up", pending: "○ waiting" },
    paid: "● paid",
    refused: "▲ refused",
    cancelled: "■ cancelled",
    open: "○ open",
  },
  de: {
    title: (count: number) => `${figure(count)} ${count === 1 ? "Zahlung" : "Zahlungen"} bisher.`,
    payment: "Zahlung",
    none: "Noch keine Zahlungen.",
    lead: "Der Kartenabwickler spricht das Protokoll von Stripe. Zahlungen beginnen im Produkt; Testkarten stehen neben dem Formular.",
    payments: "Zahlungen",
    messages: "Meldungen an das Produkt",
    noMessages: "Noch keine Meldungen. Jeder Schritt einer Zahlung löst eine aus.",
    amount: "Betrag",
    state: "Zustand",
    description: "Beschreibung",
    at: "Erstellt am",
    type: "Meldung",
    to: "Empfänger",
    tries: "Versuche",
    states: { delivered: "● zugestellt", failed: "▲ aufgegeben", pending: "○ wartet" },
    paid: "● bezahlt",
    refused: "▲ abgelehnt",
    cancelled: "■ abgebrochen",
    open: "○ offen",
  },
};

const shownPayments = 25;

/** The latest payments and their webhooks. */
export function cardsPage(locale: Locale, store: CardStore, deliveries: Delivery[], count: number): Markup {
  const t = inLocale(texts, locale);
  const payments = store.list("payment_intent", { limit: shownPayments }).data;
  const rows = payments.map(
    (
      one,
    ) => html`<tr><td>${one.id}<div class="caption">${t[stateOf(one)]}</div></td><td class="wide">${String(one.description ?? "")}</td>
<td class="number">${money(Number(one.amount), String(one.currency))}</td><td class="number">${moment(new Date(one.created * 1000))}</td></tr>`,
  );
  const messages = deliveries.slice(0, shownPayments).map((one) => {
    const type = String(store.find(one.event_id)?.type ?? one.event_id);
    return html`<tr><td>${type}<div class="caption">${one.event_id}</div></td><td>${t.states[one.state]} <span class="caption">${one.answer}</span></td><td class="number">${one.attempts}</td></tr>`;
  });
  const body = html`<h1>${count === 0 ? t.none : t.title(count)}</h1><p class="lead">${t.lead}</p>
${payments.length === 0 ? null : html`<h2>${t.payments}</h2><div class="sheet"><table><thead><tr><th>${t.payment}</th><th class="wide">${t.description}</th><th class="number">${t.amount}</th><th class="number">${t.at}</th></tr></thead><tbody>${rows}</tbody></table></div>`}
<h2>${t.messages}</h2>${
    messages.length === 0
      ? html`<p class="sheet empty">${t.noMessages}</p>`
      : html`<div class="sheet"><table><thead><tr><th>${t.type}</th><th>${t.state}</th><th class="number">${t.tries}</th></tr></thead><tbody>${messages}</tbody></table></div>`
  }`;
  return page({ locale, title: `${t.payments} - Sandbox`, body, section: "cards" });
}

function stateOf(intent: CardObject): "cancelled" | "open" | "paid" | "refused" {
  if (intent.status === "succeeded") return "paid";
  if (intent.status === "canceled") return "cancelled";
  return intent.last_payment_error === null ? "open" : "refused";
}
