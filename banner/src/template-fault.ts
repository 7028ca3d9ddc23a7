import type { Language } from "@litfass/contract/kernel/messages";

const texts = {
  start: [
    "A template begins with its settings in a comment, followed by a style element",
    "Eine Vorlage beginnt mit ihren Einstellungen in einem Kommentar, gefolgt von einem style-Element",
  ],
  settings: ["The settings at the top are no JSON", "Die Einstellungen am Anfang sind kein JSON"],
  missing: ["A template's settings name fonts, slots and picture", "Die Einstellungen nennen fonts, slots und picture"],
  closesNothing: ["{{/<name>}} closes nothing", "{{/<name>}} schliesst nichts ab"],
  notClosed: ["{{#<name>}} is not closed", "{{#<name>}} wird nicht geschlossen"],
} as const satisfies Record<string, readonly [en: string, de: string]>;

/** Why a text is no template. */
export class TemplateFault extends Error {
  override name = "TemplateFault";
  readonly #kind: keyof typeof texts;
  readonly #section: string;

  constructor(kind: keyof typeof texts, section = "") {
    super(texts[kind][0].replace("<name>", section));
    this.#kind = kind;
    this.#section = section;
  }

  /** The sentence in the reader's language. */
  in(language: Language): string {
    return texts[this.#kind][language === "de" ? 1 : 0].replace("<name>", () => this.#section);
  }
}
