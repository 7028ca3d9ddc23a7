import { figure, inLocale, type Locale } from "./look/locale.ts";
import { html, type Markup } from "./look/markup.ts";
import { page } from "./look/page.ts";

export type Figures = { impressions: number; payments: number; mails: number };

const texts = {
  en: {
    title: "The outside world, in one place.",
    lead: "Litfass talks to exchanges, a card processor and mail servers. In the demo these are stand-ins that speak the same protocols, so that everything can be tried without accounts, money or real visitors.",
    parts: [
      [
        "exchange",
        "Exchange",
        "Invented publishers and visitors ask for ads, hold auctions and show what wins.",
        "ads shown",
      ],
      ["cards", "Card processor", "Takes test cards on a payment page and reports to the product.", "payments"],
      ["mailbox", "Mailbox", "Every mail that the product sends, to read instead of to receive.", "mails"],
    ],
    product: "Open Litfass",
  },
  de: {
    title: "Die Aussenwelt, an einem Ort.",
    lead: "Litfass spricht mit Börsen, einem Kartenabwickler und Mailservern. In der Demo stehen dafür Stellvertreter, die dieselben Protokolle sprechen: So lässt sich alles ohne Konten, Geld und echte Besucher ausprobieren.",
    parts: [
      [
        "exchange",
        "Börse",
        "Erfundene Medien und Besucher fragen nach Werbung, versteigern Plätze und zeigen, was gewinnt.",
        "Einblendungen",
      ],
      [
        "cards",
        "Kartenabwickler",
        "Nimmt Testkarten auf einer Bezahlseite und meldet dem Produkt, was geschah.",
        "Zahlungen",
      ],
      ["mailbox", "Postfach", "Jede Mail, die das Produkt verschickt, zum Lesen statt zum Empfangen.", "Mails"],
    ],
    product: "Litfass öffnen",
  },
};

/** The start page of the sandbox. */
export function indexPage(locale: Locale, figures: Figures, publicUrl: string): Markup {
  const t = inLocale(texts, locale);
  const counts: Record<string, number> = {
    exchange: figures.impressions,
    cards: figures.payments,
    mailbox: figures.mails,
  };
  const parts = t.parts.map(
    ([path = "", name = "", what = "", unit = ""]) =>
      html`<a class="part" href="/${path}?locale=${locale}"><h2>${name}</h2><span class="second">${what}</span><strong>${figure(counts[path] ?? 0)}</strong><span class="caption">${unit}</span></a>`,
  );
  const body = html`<h1>${t.title}</h1><p class="lead">${t.lead}</p><div class="sheet parts">${parts}</div>
<p class="after"><a class="button" href="${publicUrl}">${t.product}</a></p>`;
  return page({ locale, title: "Sandbox - Litfass", body, section: "home" });
}
