import type { Language } from "@litfass/contract/kernel/messages";

/** German names of cities by country and English name, which reports store. */
const germanNames: Record<string, string> = {
  "CH Fribourg": "Freiburg",
  "CH Geneva": "Genf",
  "CH Lucerne": "Luzern",
  "CH Neuchâtel": "Neuenburg",
  "CH Sion": "Sitten",
  "CH Zurich": "Zürich",
  "AT Vienna": "Wien",
  "DE Brunswick": "Braunschweig",
  "DE Cologne": "Köln",
  "DE Hanover": "Hannover",
  "DE Munich": "München",
  "DE Nuremberg": "Nürnberg",
  "IT Florence": "Florenz",
  "IT Genoa": "Genua",
  "IT Milan": "Mailand",
  "IT Naples": "Neapel",
  "IT Rome": "Rom",
  "IT Venice": "Venedig",
  "BE Antwerp": "Antwerpen",
  "BE Bruges": "Brügge",
  "BE Brussels": "Brüssel",
  "BE Ghent": "Gent",
  "CZ Prague": "Prag",
  "DK Copenhagen": "Kopenhagen",
  "GR Athens": "Athen",
  "NL The Hague": "Den Haag",
  "PL Warsaw": "Warschau",
  "PT Lisbon": "Lissabon",
  "RO Bucharest": "Bukarest",
  "RS Belgrade": "Belgrad",
  "ES Seville": "Sevilla",
  "SE Gothenburg": "Göteborg",
};

/** The name of a city in a language. */
export const cityName = (country: string, city: string, lang: Language): string =>
  (lang === "de" ? germanNames[`${country} ${city}`] : undefined) ?? city;
