import type { FastifyReply } from "fastify";
import type { Locale } from "./locale.ts";
import { html, type Markup } from "./markup.ts";

export type PageOptions = {
  locale: Locale;
  title: string;
  body: Markup;
  /** The page's menu item; null hides the menu. */
  section: Section | null;
  scripts?: string[];
  styles?: string[];
};

export type Section = "home" | "exchange" | "cards" | "mailbox";

const texts = {
  en: {
    sandbox: "Sandbox",
    note: "A stand-in for the outside world. No money moves, no mail leaves, no visitor is real.",
    menu: "Parts of the sandbox",
    home: "Overview",
    exchange: "Exchange",
    cards: "Card processor",
    mailbox: "Mailbox",
    dark: "Dark mode",
    other: "Deutsch",
  },
  de: {
    sandbox: "Sandbox",
    note: "Ein Stellvertreter für die Aussenwelt. Kein Geld fliesst, keine Mail geht hinaus, kein Besucher ist echt.",
    menu: "Teile der Sandbox",
    home: "Übersicht",
    exchange: "Börse",
    cards: "Kartenabwickler",
    mailbox: "Postfach",
    dark: "Dunkle Ansicht",
    other: "English",
  },
  fr: {
    sandbox: "Bac à sable",
    note: "Il remplace le monde extérieur. Aucun argent ne circule, aucun e-mail ne part, aucun visiteur n'est réel.",
    menu: "Parties du bac à sable",
    home: "Aperçu",
    exchange: "Bourse",
    cards: "Paiements par carte",
    mailbox: "Boîte de réception",
    dark: "Mode sombre",
    other: "English",
  },
  it: {
    sandbox: "Sandbox",
    note: "Sostituisce il mondo esterno. Non circola denaro, non parte nessuna e-mail, nessun visitatore è reale.",
    menu: "Parti della sandbox",
    home: "Panoramica",
    exchange: "Ad exchange",
    cards: "Pagamenti con carta",
    mailbox: "Casella di posta",
    dark: "Modalità scura",
    other: "English",
  },
};

const links: [Section, string][] = [
  ["home", "/"],
  ["exchange", "/exchange"],
  ["cards", "/cards"],
  ["mailbox", "/mailbox"],
];

export const mark = html`<svg class="mark" width="32" height="32" viewBox="0 0 32 32" aria-hidden="true"><g fill="currentColor"><circle cx="16" cy="2.6" r="1.6"/><path d="M8.6 9C9.6 5.9 12.5 4 16 4s6.4 1.9 7.4 5z"/><rect x="6" y="9" width="20" height="3" rx=".8"/><rect x="6" y="27.5" width="20" height="3.5" rx=".8"/></g><path d="M8 12h16v15.5H8z" fill="#338CF5"/><path d="M9.6 14H17v10H9.6z" fill="#FFFFFF"/><path d="M18.4 13.4h4v5.2h-4z" fill="#FFC94A"/><path d="M18.4 20h4v6h-4z" fill="#0C1219"/><path d="M11 16.6h4.6V18H11zM11 19.2h3.2v1.4H11z" fill="#0C1219"/></svg>`;

/** A complete page with the "Sandbox" banner, the menu, the dark mode switch, and the language link. */
export function page(options: PageOptions): Markup {
  const { locale, section } = options;
  const t = texts[locale];
  const query = `?locale=${locale}`;
  const other = locale === "en" ? "de" : "en";
  const menu = links.map(([name, path]) => {
    const current = name === section ? html` aria-current="page"` : null;
    return html`<a href="${path}${query}"${current}>${t[name]}</a>`;
  });
  const styles = ["sandbox.css", "components.css", ...(options.styles ?? [])];
  const scripts = ["switches.js", ...(options.scripts ?? [])];
  return html`<!doctype html>
<html lang="${locale}" data-theme="light"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${options.title}</title>
<link rel="icon" href="/assets/mark.svg" type="image/svg+xml"><script src="/assets/theme.js"></script>
${styles.map((name) => html`<link rel="stylesheet" href="/assets/${name}">`)}
${scripts.map((name) => html`<script src="/assets/${name}" defer></script>`)}</head><body>
<aside class="banner" aria-label="${t.sandbox}"><strong>${t.sandbox}</strong><span>${t.note}</span></aside>
<header class="top"><a class="home" href="/${query}">${mark}<span>Litfass</span></a>
${section === null ? null : html`<nav aria-label="${t.menu}">${menu}</nav>`}
<div class="switches"><a class="language" href="?locale=${other}" hreflang="${other}">${t.other}</a>
<button type="button" class="theme" role="switch" aria-checked="false" aria-label="${t.dark}" hidden><span></span></button></div></header>
<main>${options.body}</main></body></html>`;
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
];

/** Sends a page; forms may submit to this origin and, for pages that complete a payment, to `formTargets`. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  markup: Markup,
  formTargets: string[] = [],
): FastifyReply {
  return reply
    .code(status)
    .header("content-security-policy", [...policy, `form-action 'self' ${formTargets.join(" ")}`.trim()].join("; "))
    .header("referrer-policy", "same-origin")
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(markup.html);
}
