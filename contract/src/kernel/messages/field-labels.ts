import { byLanguage, type Language, languages, nativeName } from "../language.ts";
import de from "./field-labels/de.json" with { type: "json" };
import en from "./field-labels/en.json" with { type: "json" };
import fr from "./field-labels/fr.json" with { type: "json" };
import it from "./field-labels/it.json" with { type: "json" };

type Labels = Readonly<Record<string, string>>;
const files: Record<Language, Labels> = { en, de, fr, it };

/** `es` and `name_es` of a language without labels of its own, from the names of languages that the system knows. */
function languageLabels(language: Language): Labels {
  const names = new Intl.DisplayNames(language, { type: "language", fallback: "none" });
  const labels = languages.flatMap((each) => {
    const name = names.of(each) ?? nativeName(each);
    return [
      [each, name],
      [`name_${each}`, `${files[language].name ?? en.name} ${name}`],
    ];
  });
  return Object.fromEntries(labels);
}

/**
 * Labels of request fields inside a sentence, by their API names. Fields of different screens with the same name
 * share a label.
 */
export const fieldLabels: Record<Language, Labels> = byLanguage((language) => ({
  ...languageLabels(language),
  ...files[language],
}));

/**
 * The label of a field inside a sentence: `house_number` is "Hausnummer". An index uses the label of its list.
 * Unknown names are shown with spaces.
 */
export function fieldLabel(path: string, language: Language): string {
  const name = path.split(".").findLast((part) => !/^\d+$/.test(part)) ?? path;
  const labels = Object.hasOwn(fieldLabels[language], name) ? fieldLabels[language] : fieldLabels.en;
  return (Object.hasOwn(labels, name) && labels[name]) || name.replaceAll("_", " ");
}
