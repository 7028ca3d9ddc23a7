import type { Language } from "@litfass/contract/kernel/language";
import { regionNames } from "@litfass/contract/targeting/region-name-texts";
import { iso31662 } from "iso-3166";

const localNames = new Map<string, string>();

/** The name of an ISO 3166-2 region in a language, else in that of its country; the code where it is unknown. */
export function regionName(code: string, lang: Language): string {
  if (localNames.size === 0) {
    for (const region of iso31662) localNames.set(region.code, region.name.replace(/ \[.*\]$/, "").replace(/\*$/, ""));
  }
  return regionNames[lang][code] ?? localNames.get(code) ?? code;
}
