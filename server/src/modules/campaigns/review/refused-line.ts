import type { LineOfBusiness } from "@litfass/contract/campaigns/lines-of-business";
import type { Language } from "@litfass/contract/kernel/language";
import type { ReviewPolicy } from "@litfass/contract/settings/review-policy";
import type { Location } from "@litfass/contract/targeting/targeting";
import { countriesWithin } from "../../targeting/index.ts";

/** Where a line of business may not be advertised: everywhere, or in these of the chosen countries. */
export type RefusedLine = { countries: "all" | string[] };

/** Where staff's policy excludes a line of business from places; null if nowhere. */
export function refusedLine(
  policy: ReviewPolicy,
  line: LineOfBusiness | null,
  places: readonly Location[],
): RefusedLine | null {
  if (line === null) return null;
  if (policy.refused_lines.includes(line)) return { countries: "all" };
  const refused = policy.refused_countries.find((rule) => rule.line === line)?.countries ?? [];
  if (refused.length === 0) return null;
  const reached = new Set(places.flatMap(countriesOf));
  const countries = refused.filter((country) => reached.has(country));
  return countries.length === 0 ? null : { countries };
}

/** A radius can reach into a neighboring country. */
const countriesOf = (place: Location): string[] => {
  const own = place.country ? [place.country] : [];
  return place.kind === "radius" ? [...own, ...countriesWithin(place)] : own;
};

/** The names of countries in a language, as a list. */
export function countryList(codes: string[], lang: Language): string {
  const names = new Intl.DisplayNames(lang, { type: "region", fallback: "code" });
  return codes.map((code) => names.of(code) ?? code).join(", ");
}
