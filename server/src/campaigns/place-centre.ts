import { fold, knownCities } from "./gazetteer.ts";

export type Centre = { latitude: number; longitude: number };

let centres: Map<string, Centre> | undefined;

const keyOf = (country: string, region: string, city: string): string => `${country} ${region} ${fold(city)}`;

/**
 * Where a city or region lies, for maps: of a city the largest of its name, of a region where its people live on average.
 * Null where it is not known. `region` is ISO 3166-2, `city` "" for the region itself.
 */
export function centreOf(place: { country: string; region: string; city: string }): Centre | null {
  centres ??= readCentres();
  const { country, region, city } = place;
  return (
    centres.get(keyOf(country, region, city)) ?? (city === "" ? null : (centres.get(keyOf(country, "", city)) ?? null))
  );
}

function readCentres(): Map<string, Centre> {
  const found = new Map<string, Centre>();
  const regions = new Map<string, { people: number; latitude: number; longitude: number }>();
  const largestFirst = [...knownCities()].sort((a, b) => b.population - a.population);
  for (const { name, country, region, population, latitude, longitude } of largestFirst) {
    for (const key of [keyOf(country, region ?? "", name), keyOf(country, "", name)]) {
      if (!found.has(key)) found.set(key, { latitude, longitude });
    }
    if (region === null) continue;
    const key = keyOf(country, region, "");
    const sum = regions.get(key) ?? { people: 0, latitude: 0, longitude: 0 };
    const people = Math.max(1, population);
    sum.people += people;
    sum.latitude += people * latitude;
    sum.longitude += people * longitude;
    regions.set(key, sum);
  }
  for (const [key, { people, latitude, longitude }] of regions) {
    found.set(key, { latitude: latitude / people, longitude: longitude / people });
  }
  return found;
}
