import type { Language } from "./language.ts";
import de from "./messages/de.json" with { type: "json" };
import en from "./messages/en.json" with { type: "json" };
import fr from "./messages/fr.json" with { type: "json" };
import it from "./messages/it.json" with { type: "json" };

export type MessageKey = keyof typeof en;

/** Every message of the API by key. */
const texts: Record<Language, Partial<Record<MessageKey, string>>> = { en, de, fr, it };

export const messageKeys = Object.keys(en) as MessageKey[];
export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(en, key);

/** The text of `key` in a language, with `{name}` filled from `values`. */
export function message(key: MessageKey, language: Language, values: Record<string, string | number> = {}): string {
  const text = texts[language][key] ?? en[key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
