import { type ByLanguage, byLanguage, type Language } from "./kernel/language.ts";
import de from "./texts/de.json" with { type: "json" };
import en from "./texts/en.json" with { type: "json" };
import fr from "./texts/fr.json" with { type: "json" };
import it from "./texts/it.json" with { type: "json" };

type TextKey = keyof typeof en;
const texts: Record<Language, Partial<Record<TextKey, string>>> = { en, de, fr, it };

type Group<Key> = Key extends `${infer Name}.${string}` ? Name : never;
type NameIn<Of extends string> = TextKey extends infer Key ? (Key extends `${Of}.${infer Name}` ? Name : never) : never;

/** The texts of a group by name and language, in English where a language lacks one. The compiler finds missing names. */
export function textsOf<Of extends Group<TextKey>, Name extends NameIn<Of>>(
  group: Of,
  names: readonly Name[],
): Record<Name, ByLanguage<string>> {
  const inAll = (key: TextKey) => byLanguage((language) => texts[language][key] ?? en[key]);
  return Object.fromEntries(names.map((name) => [name, inAll(`${group}.${name}` as TextKey)])) as Record<
    Name,
    ByLanguage<string>
  >;
}
