import type { ByLanguage } from "@litfass/contract/kernel/language";

/** Why a text is not a valid template; `{name}` is the name of a section. */
export const templateFaultTexts = {
  start: {
    en: "A template begins with its settings in a comment, followed by a style element",
    de: "Eine Vorlage beginnt mit ihren Einstellungen in einem Kommentar, gefolgt von einem style-Element",
    fr: "Un modèle commence par ses réglages dans un commentaire, suivis d’un élément style",
    it: "Un modello inizia con le impostazioni in un commento, seguite da un elemento style",
  },
  settings: {
    en: "The settings at the top are no JSON",
    de: "Die Einstellungen am Anfang sind kein JSON",
    fr: "Les réglages au début ne sont pas du JSON",
    it: "Le impostazioni all’inizio non sono JSON",
  },
  missing: {
    en: "A template's settings name fonts, slots and picture",
    de: "Die Einstellungen nennen fonts, slots und picture",
    fr: "Les réglages indiquent fonts, slots et picture",
    it: "Le impostazioni indicano fonts, slots e picture",
  },
  closesNothing: {
    en: "{{/{name}}} closes nothing",
    de: "{{/{name}}} schliesst nichts ab",
    fr: "{{/{name}}} ne ferme rien",
    it: "{{/{name}}} non chiude nulla",
  },
  notClosed: {
    en: "{{#{name}}} is not closed",
    de: "{{#{name}}} wird nicht geschlossen",
    fr: "{{#{name}}} n’est pas fermé",
    it: "{{#{name}}} non è chiuso",
  },
} as const satisfies Record<string, ByLanguage<string>>;
