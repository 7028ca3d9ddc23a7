import { accountTexts } from "./messages/account-texts.ts";
import { billingTexts } from "./messages/billing-texts.ts";
import { campaignTexts } from "./messages/campaign-texts.ts";
import { creativeTexts } from "./messages/creative-texts.ts";
import { errorTexts } from "./messages/error-texts.ts";
import { ruleTexts } from "./messages/rule-texts.ts";
import { settingsTexts } from "./messages/settings-texts.ts";

export const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];

/** Every message of the API by key, in both languages. */
const texts = {
  ...ruleTexts,
  ...errorTexts,
  ...accountTexts,
  ...campaignTexts,
  ...creativeTexts,
  ...billingTexts,
  ...settingsTexts,
};

export type MessageKey = keyof typeof texts;
export const messageKeys = Object.keys(texts) as MessageKey[];
export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(texts, key);

/** The text of `key` in a language, with `{name}` filled from `values`. */
export function message(key: MessageKey, language: Language, values: Record<string, string | number> = {}): string {
  const text = texts[key][language === "de" ? 1 : 0];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
