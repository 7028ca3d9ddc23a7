import { isLanguage, nativeName } from "@litfass/contract/kernel/language";
import { fieldLabel } from "@litfass/contract/kernel/messages/field-labels";
import { formatDate } from "../../i18n/format.ts";
import { currentLocale } from "../../i18n/i18n.ts";

/** The texts for values that have none of their own. */
type ValueTexts = { yes: string; no: string; image: string; source: (source: string) => string };

/** The path of a changed field in words: `cpm.CHF` is "CPM, Swiss francs". A list has no place for its numbers. */
export function changedField(path: string): string {
  const language = currentLocale();
  const labels = path
    .split(".")
    .filter((part) => !/^\d+$/.test(part))
    .map((part) => (isLanguage(part) ? nativeName(part) : fieldLabel(part, language)));
  const text = labels.join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A value of a version as the form shows it. */
export function changedValue(field: string, value: string, texts: ValueTexts): string {
  if (value === "") return "–";
  if (value === "true") return texts.yes;
  if (value === "false") return texts.no;
  if (field === "source") return texts.source(value);
  if (field === "offered")
    return value
      .split(", ")
      .map((each) => (isLanguage(each) ? nativeName(each) : each))
      .join(", ");
  // The name of an uploaded image is a hash, which says nothing.
  if (/^[0-9a-f]{64}$/.test(value)) return texts.image;
  return /^\d{4}-\d\d-\d\d$/.test(value) ? formatDate(value) : value;
}
