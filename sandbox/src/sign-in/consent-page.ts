import type { Locale } from "../look/locale.ts";
import { html, type Markup } from "../look/markup.ts";
import { page } from "../look/page.ts";
import { people } from "./people.ts";

const texts = {
  en: {
    title: "Choose an account",
    lead: (provider: string, client: string) => `to go on to ${client}, in place of ${provider}`,
    list: "Accounts",
    gives: (client: string) => `${client} learns the name and e-mail address of the account.`,
    reads: (client: string, what: string) => `${client} may also read ${what}, until you disconnect it there.`,
    adwords: "the figures and images of your Google Ads",
    analytics: "the figures of your website in Google Analytics",
    ads_read: "the figures of your ads on Facebook",
    cancel: "Cancel",
    refusedTitle: "This sign-in cannot go on",
    refused: "The request is incomplete, or was open for too long. Close this window and begin again.",
  },
  de: {
    title: "Konto auswählen",
    lead: (provider: string, client: string) => `um mit ${client} weiterzumachen, stellvertretend für ${provider}`,
    list: "Konten",
    gives: (client: string) => `${client} erfährt Namen und E-Mail-Adresse des Kontos.`,
    reads: (client: string, what: string) => `${client} darf zudem ${what} lesen, bis Sie die Verbindung dort trennen.`,
    adwords: "Zahlen und Bilder Ihrer Google Ads",
    analytics: "die Zahlen Ihrer Website in Google Analytics",
    ads_read: "die Zahlen Ihrer Anzeigen auf Facebook",
    cancel: "Abbrechen",
    refusedTitle: "Diese Anmeldung geht nicht weiter",
    refused: "Die Anfrage ist unvollständig oder war zu lange offen. Schliessen Sie das Fenster und beginnen Sie neu.",
  },
  fr: {
    title: "Choisir un compte",
    lead: (provider: string, client: string) => `pour continuer vers ${client}, à la place de ${provider}`,
    list: "Comptes",
    gives: (client: string) => `${client} reçoit le nom et l'adresse e-mail du compte.`,
    reads: (client: string, what: string) =>
      `${client} peut aussi lire ${what}, jusqu'à ce que vous y coupiez la connexion.`,
    adwords: "les chiffres et les images de vos campagnes Google Ads",
    analytics: "les chiffres de votre site dans Google Analytics",
    ads_read: "les chiffres de vos publicités sur Facebook",
    cancel: "Annuler",
    refusedTitle: "Cette connexion ne peut pas continuer",
    refused: "La demande est incomplète ou est restée ouverte trop longtemps. Fermez cette fenêtre et recommencez.",
  },
  it: {
    title: "Scelga un account",
    lead: (provider: string, client: string) => `per continuare su ${client}, al posto di ${provider}`,
    list: "Account",
    gives: (client: string) => `${client} riceve il nome e l'indirizzo e-mail dell'account.`,
    reads: (client: string, what: string) =>
      `${client} può inoltre leggere ${what}, finché non interrompe lì il collegamento.`,
    adwords: "le cifre e le immagini delle Sue campagne Google Ads",
    analytics: "le cifre del Suo sito in Google Analytics",
    ads_read: "le cifre dei Suoi annunci su Facebook",
    cancel: "Annulla",
    refusedTitle: "Questo accesso non può continuare",
    refused: "La richiesta è incompleta o è rimasta aperta troppo a lungo. Chiuda questa finestra e ricominci.",
  },
};

const readable = ["adwords", "analytics", "ads_read"] as const;

/** The scopes granted if the user declines everything optional, as Google and Facebook allow. */
export const withoutReadable = (scope: string): string =>
  scope
    .split(" ")
    .filter((each) => !readable.some((name) => each.includes(name)))
    .join(" ");

const frame = { section: null, styles: ["sign-in.css"] };
const initials = (name: string): string => name.replaceAll(/(\S)\S*\s*/g, "$1");

/** The available accounts, as links, because a form's policy would block the redirect to the client. */
export function consentPage(view: {
  locale: Locale;
  provider: string;
  client: string;
  scope: string;
  authorization: string;
}): Markup {
  const t = texts[view.locale];
  const way = (answer: string): string => `?authorization=${view.authorization}&${answer}`;
  const accounts = people.map(
    ({ id, name, email }) =>
      html`<li><a href="${way(`person=${id}`)}"><span class="initials" aria-hidden="true">${initials(name)}</span><span><strong>${name}</strong><span class="caption">${email}</span></span></a></li>`,
  );
  const reads = readable
    .filter((scope) => view.scope.includes(scope))
    .map((scope) => html`<p class="caption">${t.reads(view.client, t[scope])}</p>`);
  const body = html`<section class="sheet consent"><h1>${t.title}</h1>
<p class="second">${t.lead(view.provider, view.client)}</p>
<ul aria-label="${t.list}">${accounts}</ul>
<p class="caption">${t.gives(view.client)}</p>${reads}<p><a class="button" href="${way("cancel=1")}">${t.cancel}</a></p></section>`;
  return page({ ...frame, locale: view.locale, title: `${t.title} - ${view.provider} (Sandbox)`, body });
}

/** The page if no redirect is possible. */
export function refusedPage(locale: Locale): Markup {
  const t = texts[locale];
  const body = html`<section class="sheet consent"><h1>${t.refusedTitle}</h1><p>${t.refused}</p></section>`;
  return page({ ...frame, locale, title: `${t.refusedTitle} - Sandbox`, body });
}
