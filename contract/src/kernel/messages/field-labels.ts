import type { Language } from "../language.ts";
import de from "./field-labels/de.json" with { type: "json" };
import en from "./field-labels/en.json" with { type: "json" };
import fr from "./field-labels/fr.json" with { type: "json" };
import it from "./field-labels/it.json" with { type: "json" };

/**
 * Labels of request fields inside a sentence, by their API names. Fields of different screens with the same name
 * share a label.
 */
export const fieldLabels: Record<Language, Readonly<Record<string, string>>> = { en, de, fr, it };

/**
 * The label of a field inside a sentence: `house_number` is "Hausnummer". An index uses the label of its list.
 * Unknown names are shown with spaces.
 */
export function fieldLabel(path: string, language: Language): string {
  const name = path.split(".").findLast((part) => !/^\d+$/.test(part)) ?? path;
  const labels = Object.hasOwn(fieldLabels[language], name) ? fieldLabels[language] : fieldLabels.en;
  return (Object.hasOwn(labels, name) && labels[name]) || name.replaceAll("_", " ");
}
