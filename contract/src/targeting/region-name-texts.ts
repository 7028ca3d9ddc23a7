import { byLanguage } from "../kernel/language.ts";
import { placeFiles } from "./place-files.ts";

/** ISO 3166-2 names regions in the language spoken there; these have another name in another language. */
export const regionNames = byLanguage((language) => placeFiles[language].regions);
