import { cityName } from "@litfass/contract/targeting/city-name-texts";
import { regionNames } from "@litfass/contract/targeting/region-name-texts";
import type { Location } from "@litfass/contract/targeting/targeting";
import i18next from "i18next";
import { countryName } from "./format.ts";
import { localeOfTag } from "./locale.ts";

/**
 * The name of a place in the display language: "Genf, Schweiz" for the stored "Geneva, Switzerland". Campaigns store
 * English names, by which ad servers compare cities.
 */
export function placeName(place: Pick<Location, "kind" | "id" | "name" | "country">): string {
  const lang = localeOfTag(i18next.language);
  const [own = "", ...rest] = place.name.split(",");
  if (!place.country) return place.name;
  const country = countryName(place.country);
  switch (place.kind) {
    case "country":
      return country;
    case "region":
      return `${regionNames[lang][place.id.replace("region:", "")] ?? own}, ${country}`;
    case "city":
      return `${cityName(place.country, own, lang)}, ${country}`;
    case "zip":
      return `${own}, ${country}`;
    case "radius":
      return [cityName(place.country, own, lang), ...rest].join(",");
  }
}

/** The names of several places; empty without any. */
export const placeNames = (places: readonly Location[]): string => places.map(placeName).join("; ");
