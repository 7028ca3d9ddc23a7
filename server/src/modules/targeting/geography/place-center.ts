import { exonyms } from "./exonyms.ts";
import { citiesOf, fold } from "./gazetteer.ts";

export type Centre = { latitude: number; longitude: number };

/** By country, once it was asked for: centres by region and folded city name; a region's own has no name. */
const countries = new Map<string, Map<string, Centre>>();
const mostCountries = 300;

const keyOf = (region: string, city: string): string => `${region} ${fold(city)}`;

/**
 * Where a city or region lies, for maps: of a city the largest of its name, of a region where its people live on average.
 * Null where it is not known. `region` is ISO 3166-2, `city` "" for the region itself.
 */
export function centreOf({ country, region, city }: { country: string; region: string; city: string }): Centre | null {
  let centres = countries.get(country);
  if (centres === undefined) {
    if (countries.size >= mostCountries) return null;
    centres = readCentres(country);
    countries.set(country, centres);
  }
  if (city === "") return centres.get(keyOf(region, "")) ?? null;
  for (const name of [city, exonyms[`${country} ${fold(city)}`] ?? city]) {
    const found = centres.get(keyOf(region, name)) ?? centres.get(keyOf("", name));
    if (found) return found;
  }
  return null;
}

function readCentres(country: string): Map<string, Centre> {
  const found = new Map<string, Centre>();
  const regions = new Map<string, { people: number; latitude: number; longitude: number }>();
  for (const { name, region, population, latitude, longitude } of citiesOf(country)) {
    for (const key of [keyOf(region ?? "", name), keyOf("", name)]) {
      if (!found.has(key)) found.set(key, { latitude, longitude });
    }
    if (region === null) continue;
    const sum = regions.get(region) ?? { people: 0, latitude: 0, longitude: 0 };
    const people = Math.max(1, population);
    sum.people += people;
    sum.latitude += people * latitude;
    sum.longitude += people * longitude;
    regions.set(region, sum);
  }
  for (const [region, { people, latitude, longitude }] of regions) {
    found.set(keyOf(region, ""), { latitude: latitude / people, longitude: longitude / people });
  }
  return found;
}
