import { iso31662 } from "iso-3166";

const names = new Map<string, string>();

/** The name of an ISO 3166-2 region in its country's language, for example Zürich for CH-ZH; the code where it is unknown. */
export function regionName(code: string): string {
  if (names.size === 0) {
    for (const region of iso31662) names.set(region.code, region.name.replace(/ \[.*\]$/, "").replace(/\*$/, ""));
  }
  return names.get(code) ?? code;
}
