import { lineOfBusinessTexts } from "@litfass/contract/campaigns/line-of-business-texts";
import { type LineOfBusiness, lineOfBusinessNames } from "@litfass/contract/campaigns/lines-of-business";
import { localeOfTag } from "./locale.ts";

/** The name of a line of business in a language of the screens. */
export const lineOfBusinessName = (line: LineOfBusiness, language: string): string =>
  lineOfBusinessTexts[line][localeOfTag(language)];

export type LineOption = { value: LineOfBusiness; label: string };

/** All lines of business, by name. */
export const lineOfBusinessOptions = (language: string): LineOption[] =>
  lineOfBusinessNames
    .map((value) => ({ value, label: lineOfBusinessName(value, language) }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
