import { figure, type Locale, moment } from "../look/locale.ts";
import { html, type Markup } from "../look/markup.ts";
import { page } from "../look/page.ts";
import type { Mail, MailHead } from "./mail-store.ts";

const texts = {
  en: {
    title: (count: number) => `The product has sent ${figure(count)} ${count === 1 ? "mail" : "mails"}.`,
    none: "No mails yet.",
    noneNote: "Whatever the product sends by e-mail arrives here: sign up, or send an invoice.",
    nothing: "No mail fits. Search for less.",
    name: "Mailbox",
    search: "Subject, sender or text",
    address: "To address",
    find: "Search",
    empty: "Empty the mailbox",
    from: "From",
    to: "To",
    subject: "Subject",
    at: "Received at",
    noSubject: "(no subject)",
    back: "All mails",
    rich: "As designed",
    plain: "As text",
    attachments: "Attachments",
    unknown: "There is no such mail.",
  },
  de: {
    title: (count: number) => `Das Produkt hat ${figure(count)} ${count === 1 ? "Mail" : "Mails"} verschickt.`,
    none: "Noch keine Mails.",
    noneNote:
      "Was das Produkt per E-Mail verschickt, kommt hier an: Registrieren Sie sich, oder senden Sie eine Rechnung.",
    nothing: "Keine Mail passt. Suchen Sie nach weniger.",
    name: "Postfach",
    search: "Betreff, Absender oder Text",
    address: "An Adresse",
    find: "Suchen",
    empty: "Postfach leeren",
    from: "Von",
    to: "An",
    subject: "Betreff",
    at: "Eingegangen am",
    noSubject: "(ohne Betreff)",
    back: "Alle Mails",
    rich: "Wie gestaltet",
    plain: "Als Text",
    attachments: "Anhänge",
    unknown: "Diese Mail gibt es nicht.",
  },
  fr: {
    title: (count: number) =>
      count === 1 ? "Le produit a envoyé un e-mail." : `Le produit a envoyé ${figure(count)} e-mails.`,
    none: "Pas encore d'e-mail.",
    noneNote: "Tout ce que le produit envoie par e-mail arrive ici : inscrivez-vous, ou envoyez une facture.",
    nothing: "Aucun e-mail ne correspond. Cherchez moins de mots.",
    name: "Boîte de réception",
    search: "Objet, expéditeur ou texte",
    address: "À l'adresse",
    find: "Rechercher",
    empty: "Vider la boîte",
    from: "De",
    to: "À",
    subject: "Objet",
    at: "Reçu le",
    noSubject: "(sans objet)",
    back: "Tous les e-mails",
    rich: "Mis en page",
    plain: "En texte",
    attachments: "Pièces jointes",
    unknown: "Cet e-mail n'existe pas.",
  },
  it: {
    title: (count: number) =>
      count === 1 ? "Il prodotto ha inviato un'e-mail." : `Il prodotto ha inviato ${figure(count)} e-mail.`,
    none: "Ancora nessuna e-mail.",
    noneNote: "Tutto ciò che il prodotto invia per e-mail arriva qui: si registri, o invii una fattura.",
    nothing: "Nessuna e-mail corrisponde. Cerchi meno parole.",
    name: "Casella di posta",
    search: "Oggetto, mittente o testo",
    address: "All'indirizzo",
    find: "Cerca",
    empty: "Svuota la casella",
    from: "Da",
    to: "A",
    subject: "Oggetto",
    at: "Ricevuta il",
    noSubject: "(senza oggetto)",
    back: "Tutte le e-mail",
    rich: "Con grafica",
    plain: "Come testo",
    attachments: "Allegati",
    unknown: "Questa e-mail non esiste.",
  },
};

const frame = { section: "mailbox" as const, styles: ["mailbox.css"] };
const at = (receivedAt: string): string => moment(new Date(receivedAt));

/** Converts URLs in a text to links. */
const linked = (text: string): Markup[] =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));

export type MailboxView = { locale: Locale; mails: MailHead[]; count: number; words: string; to: string };

/** The list of mails with its search. */
export function mailboxPage({ locale, mails, count, words, to }: MailboxView): Markup {
  const t = texts[locale];
  const rows = mails.map(
    (mail) => html`<tr><td><a href="/mailbox/${mail.id}?locale=${locale}">${mail.subject || t.noSubject}</a>
<div class="caption">${mail.from}</div></td><td class="receivers">${mail.to.join(", ")}</td><td class="number">${at(mail.receivedAt)}</td></tr>`,
  );
  const list =
    mails.length === 0
      ? html`<p class="sheet empty">${count === 0 ? t.noneNote : t.nothing}</p>`
      : html`<div class="sheet"><table class="mails"><thead><tr><th>${t.subject}</th><th>${t.to}</th><th class="number">${t.at}</th></tr></thead><tbody>${rows}</tbody></table></div>`;
  const tools =
    count === 0
      ? null
      : html`<div class="tools"><form method="get" role="search"><input type="hidden" name="locale" value="${locale}">
<div><label for="q">${t.search}</label><input id="q" name="q" type="search" value="${words}"></div>
<div><label for="to">${t.address}</label><input id="to" name="to" type="search" value="${to}"></div>
<button class="button">${t.find}</button></form>
<form method="post" action="/mailbox/empty?locale=${locale}"><button class="button">${t.empty}</button></form></div>`;
  const body = html`<h1>${count === 0 ? t.none : t.title(count)}</h1>${tools}${list}`;
  return page({ ...frame, locale, title: `${t.name} - Sandbox`, body });
}

/** One mail: its HTML in a sandboxed frame, its text, its attachments. */
export function mailPage(locale: Locale, mail: Mail): Markup {
  const t = texts[locale];
  const subject = mail.subject || t.noSubject;
  const files = mail.attachments.map(
    ({ filename, size }, index) =>
      html`<li><a href="/mailbox/${mail.id}/attachments/${index}" download>${filename}</a> <span class="caption">${figure(Math.ceil(size / 1024))} kB</span></li>`,
  );
  const rich =
    mail.html === null
      ? null
      : html`<h2>${t.rich}</h2><iframe class="sheet" src="/mailbox/${mail.id}/html" title="${subject}" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;
  const body = html`<p><a href="/mailbox?locale=${locale}">${t.back}</a></p><h1>${subject}</h1>
<dl class="head"><dt>${t.from}</dt><dd>${mail.from}</dd><dt>${t.to}</dt><dd>${mail.to.join(", ")}</dd><dt>${t.at}</dt><dd>${at(mail.receivedAt)}</dd></dl>
${files.length === 0 ? null : html`<h2>${t.attachments}</h2><ul class="files">${files}</ul>`}${rich}
${mail.text === "" ? null : html`<h2>${t.plain}</h2><pre class="sheet">${linked(mail.text)}</pre>`}`;
  return page({ ...frame, locale, title: `${subject} - Sandbox`, body });
}

export const unknownMailPage = (locale: Locale): Markup => {
  const t = texts[locale];
  const body = html`<h1>${t.unknown}</h1><p><a href="/mailbox?locale=${locale}">${t.back}</a></p>`;
  return page({ ...frame, locale, title: `${t.name} - Sandbox`, body });
};
