import type { Language } from "../kernel/language.ts";
import { placeFiles } from "./place-files.ts";

/** The name of a city in a language; reports store the English one. */
export const cityName = (country: string, city: string, lang: Language): string =>
  placeFiles[lang].cities[`${country} ${city}`] ?? city;
