import type { Language } from "@litfass/contract/kernel/messages";
import { iso31662 } from "iso-3166";

/** ISO 3166-2 names regions in the language spoken there; these have another name in German or English. */
const translations: Record<Language, Record<string, string>> = {
  de: {
    "CH-FR": "Freiburg",
    "CH-GE": "Genf",
    "CH-NE": "Neuenburg",
    "CH-SG": "St. Gallen",
    "CH-TI": "Tessin",
    "CH-VD": "Waadt",
    "CH-VS": "Wallis",
    "FR-20R": "Korsika",
    "FR-OCC": "Okzitanien",
    "IT-21": "Piemont",
    "IT-23": "Aostatal",
    "IT-25": "Lombardei",
    "IT-32": "Trentino-Südtirol",
    "IT-34": "Venetien",
    "IT-36": "Friaul-Julisch Venetien",
    "IT-42": "Ligurien",
    "IT-52": "Toskana",
    "IT-55": "Umbrien",
    "IT-57": "Marken",
    "IT-62": "Latium",
    "IT-65": "Abruzzen",
    "IT-72": "Kampanien",
    "IT-75": "Apulien",
    "IT-78": "Kalabrien",
    "IT-82": "Sizilien",
    "IT-88": "Sardinien",
  },
  en: {
    "CH-GE": "Geneva",
    "CH-LU": "Lucerne",
    "CH-SG": "St. Gallen",
    "CH-ZH": "Zurich",
    "AT-2": "Carinthia",
    "AT-3": "Lower Austria",
    "AT-4": "Upper Austria",
    "AT-6": "Styria",
    "AT-7": "Tyrol",
    "AT-9": "Vienna",
    "DE-BY": "Bavaria",
    "DE-HE": "Hesse",
    "DE-NI": "Lower Saxony",
    "DE-NW": "North Rhine-Westphalia",
    "DE-RP": "Rhineland-Palatinate",
    "DE-SN": "Saxony",
    "DE-ST": "Saxony-Anhalt",
    "DE-TH": "Thuringia",
    "FR-20R": "Corsica",
    "FR-BRE": "Brittany",
    "FR-NOR": "Normandy",
    "IT-21": "Piedmont",
    "IT-23": "Aosta Valley",
    "IT-25": "Lombardy",
    "IT-32": "Trentino-South Tyrol",
    "IT-52": "Tuscany",
    "IT-75": "Apulia",
    "IT-82": "Sicily",
    "IT-88": "Sardinia",
  },
};

const localNames = new Map<string, string>();

/** The name of an ISO 3166-2 region in a language, else in that of its country; the code where it is unknown. */
export function regionName(code: string, lang: Language): string {
  if (localNames.size === 0) {
    for (const region of iso31662) localNames.set(region.code, region.name.replace(/ \[.*\]$/, "").replace(/\*$/, ""));
  }
  return translations[lang][code] ?? localNames.get(code) ?? code;
}
