import type { Language } from "../kernel/language.ts";
import de from "./places/de.json" with { type: "json" };
import en from "./places/en.json" with { type: "json" };
import fr from "./places/fr.json" with { type: "json" };
import it from "./places/it.json" with { type: "json" };

type Names = Readonly<Record<string, string>>;

/** The names of places by language: regions by ISO 3166-2 code, cities by country and English name (`CH Geneva`). */
export const placeFiles: Record<Language, { regions: Names; cities: Names }> = { en, de, fr, it };
