import type { FastifyInstance } from "fastify";
import type { Exchange } from "./exchange/exchange.ts";
import { publishers } from "./exchange/publishers.ts";
import type { Mailbox } from "./mailbox/mailbox.ts";
import { langOf, sendPage } from "./page.ts";

const texts = {
  title: ["What stands in for the outside world", "Was für die Aussenwelt einspringt"],
  lead: [
    "Three stand-ins speak the real protocols, so that Litfass runs whole on one machine.",
    "Drei Stellvertreter sprechen die echten Protokolle, damit Litfass ganz auf einer Maschine läuft.",
  ],
  exchange: ["Exchange", "Exchange"],
  exchangeText: [
    "{publishers} publishers, OpenRTB 2.6, second-price auctions. {requests} requests so far.",
    "{publishers} Publisher, OpenRTB 2.6, Zweitpreisauktionen. Bisher {requests} Anfragen.",
  ],
  mailbox: ["Mailbox", "Postfach"],
  mailboxText: ["{mails} mails received.", "{mails} Mails empfangen."],
  cards: ["Card processor", "Kartenzahlung"],
  cardsText: [
    "Speaks Stripe's protocol. Pay with 4242 4242 4242 4242 and any date in the future.",
    "Spricht das Protokoll von Stripe. Zahlen Sie mit 4242 4242 4242 4242 und einem Datum in der Zukunft.",
  ],
} as const;

/** The sandbox's first page. */
export function homeRoutes(app: FastifyInstance, exchange: Exchange, mailbox: Mailbox, publicUrl: string): void {
  app.get("/", async (request, reply) => {
    const lang = langOf(request);
    const say = (key: keyof typeof texts) => texts[key][lang === "de" ? 1 : 0];
    const card = (title: string, text: string, href: string | null) =>
      `<section class="sheet"><h2>${href ? `<a href="${href}">${title}</a>` : title}</h2><p>${text}</p></section>`;
    const count = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, "'");
    return sendPage(reply, {
      lang,
      publicUrl,
      here: "/",
      title: say("title"),
      body: `<h1>${say("title")}</h1><p class="lead">${say("lead")}</p><div class="cards3">
${card(say("exchange"), say("exchangeText").replace("{publishers}", String(publishers.length)).replace("{requests}", count(exchange.state().requests)), "/exchange")}
${card(say("mailbox"), say("mailboxText").replace("{mails}", count(mailbox.list().length)), "/mailbox")}
${card(say("cards"), say("cardsText"), null)}</div>`,
    });
  });
}
