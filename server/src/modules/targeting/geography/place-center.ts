import { exonyms } from "@litfass/contract/targeting/exonyms";
import { fold } from "@litfass/contract/targeting/fold";
import { citiesOf } from "./gazetteer.ts";

export type Center = { latitude: number; longitude: number };

/** Centers by country, filled on demand; inside by region and folded city name, `""` for the region itself. */
const countries = new Map<string, Map<string, Center>>();
const maxCountries = 300;

const keyOf = (region: string, city: string): string => `${region} ${fold(city)}`;

/**
 * The map position of a city or region: the largest city of that name, or the average of a region's population. Null
 * if unknown. `region` is ISO 3166-2, `city` "" for the region itself.
 */
export function centerOf({ country, region, city }: { country: string; region: string; city: string }): Center | null {
  let centers = countries.get(country);
  if (centers === undefined) {
    if (countries.size >= maxCountries) return null;
    centers = readCenters(country);
    countries.set(country, centers);
  }
  if (city === "") return centers.get(keyOf(region, "")) ?? null;
  for (const name of [city, exonyms[`${country} ${fold(city)}`] ?? city]) {
    const found = centers.get(keyOf(region, name)) ?? centers.get(keyOf("", name));
    if (found) return found;
  }
  return null;
}

function readCenters(country: string): Map<string, Center> {
  const found = new Map<string, Center>();
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
