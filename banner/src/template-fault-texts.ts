/** Why a text is not a valid template, in English and German; `{name}` is the name of a section. */
export const templateFaultTexts = {
  start: [
    "A template begins with its settings in a comment, followed by a style element",
    "Eine Vorlage beginnt mit ihren Einstellungen in einem Kommentar, gefolgt von einem style-Element",
  ],
  settings: ["The settings at the top are no JSON", "Die Einstellungen am Anfang sind kein JSON"],
  missing: ["A template's settings name fonts, slots and picture", "Die Einstellungen nennen fonts, slots und picture"],
  closesNothing: ["{{/{name}}} closes nothing", "{{/{name}}} schliesst nichts ab"],
  notClosed: ["{{#{name}}} is not closed", "{{#{name}}} wird nicht geschlossen"],
} as const satisfies Record<string, readonly [en: string, de: string]>;
