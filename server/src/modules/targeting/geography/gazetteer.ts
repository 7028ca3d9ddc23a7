import { fold } from "@litfass/contract/targeting/fold";
import type { Location } from "@litfass/contract/targeting/targeting";
import { createWorkerPool } from "@litfass/platform/worker/worker-pool";
import { countryName } from "./list-places.ts";
import { type PackedGazetteer, packGazetteer } from "./pack-gazetteer.ts";
import { readStrings, type StringReader } from "./packed-strings.ts";
import { locationOf, type PlaceTable, placeTable } from "./place-table.ts";
import { austrianZip } from "./zip-places.ts";

/** `keys` are folded names in order, `placeOfKey` the place of each. */
type Gazetteer = { places: PlaceTable; keys: StringReader; placeOfKey: Uint32Array };
let loaded: Gazetteer | null = null;

const opened = ({ places, keys, placeOfKey }: PackedGazetteer): Gazetteer => ({
  places: placeTable(places),
  keys: readStrings(keys),
  placeOfKey,
});

/** Countries, first-level regions, cities and zip codes; built at the first search if `warmGazetteer` has not. */
function gazetteer(): Gazetteer {
  loaded ??= opened(packGazetteer());
  return loaded;
}

const warmTimeoutMs = 60_000;

/**
 * Builds the gazetteer before the first search in a worker thread: that takes a second, and 200 MB of objects that the
 * main thread would hold on to. The thread ends with it, because an idle one of the common pool would hold them for half a minute.
 */
export const warmGazetteer = (): Promise<void> => {
  const pool = createWorkerPool({ threads: 1, timeoutMs: warmTimeoutMs });
  return pool
    .run<PackedGazetteer>(new URL("./pack-gazetteer-task.ts", import.meta.url), null)
    .then((packed) => {
      loaded ??= opened(packed);
    })
    .finally(() => pool.close());
};

const locationAt = (places: PlaceTable, index: number): Location =>
  locationOf(places.placeAt(index), countryName(places.countryAt(index)));

/** The first index whose key is not before `key`. */
function lowerBound(keys: StringReader, key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys.at(middle) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The places with a name that starts with `key`, each once; whether a name is the key itself. */
function placesByPrefix({ keys, placeOfKey }: Gazetteer, key: string): Map<number, { isExact: boolean }> {
  const found = new Map<number, { isExact: boolean }>();
  for (let at = lowerBound(keys, key); at < keys.length; at += 1) {
    const name = keys.at(at);
    if (!name.startsWith(key)) break;
    const place = placeOfKey[at];
    if (place !== undefined && !found.has(place)) found.set(place, { isExact: name === key });
  }
  return found;
}

const codeAndTown = /^(\d{4,5}) .+/;

/** The places by prefix; a zip code with its town, as on a letter, is found by the code if the town is another. */
function placesNamed(index: Gazetteer, key: string): [place: number, { isExact: boolean }][] {
  const [, code] = codeAndTown.exec(key) ?? [];
  if (!code) return [...placesByPrefix(index, key)];
  const ofCode = [...placesByPrefix(index, code)];
  const inTown = ofCode.filter(([place]) => fold(index.places.placeAt(place).name).startsWith(key));
  return inTown.length > 0 ? inTown : ofCode;
}

type City = {
  name: string;
  country: string;
  region: string | null;
  population: number;
  latitude: number;
  longitude: number;
};

function cityAt(places: PlaceTable, index: number): City {
  const { name, country, region, weight } = places.placeAt(index);
  const point = { latitude: places.latitudeAt(index), longitude: places.longitudeAt(index) };
  return { name, country, region, population: weight, ...point };
}

/** The cities that match, the largest first. */
function citiesWhere(matches: (places: PlaceTable, index: number) => boolean): City[] {
  const { places } = gazetteer();
  return indexesOf(places, (index) => places.kindAt(index) === "city" && matches(places, index))
    .map((index) => cityAt(places, index))
    .sort((a, b) => b.population - a.population);
}

/** The cities of a country with their regions, the largest first. */
export const citiesOf = (country: string): City[] =>
  citiesWhere((places, index) => places.countryAt(index) === country);

function indexesOf(places: PlaceTable, matches: (index: number) => boolean): number[] {
  const found: number[] = [];
  for (let index = 0; index < places.length; index += 1) if (matches(index)) found.push(index);
  return found;
}

/** The first-level regions of a country. */
export function regionsOf(country: string): Location[] {
  const { places } = gazetteer();
  return indexesOf(places, (index) => places.kindAt(index) === "region" && places.countryAt(index) === country).map(
    (index) => locationAt(places, index),
  );
}

type PlaceSearch = {
  kind?: Location["kind"] | undefined;
  /** The country whose places come before those of others, ISO 3166-1. */
  home?: string | null;
  /** The countries whose places come next. */
  first?: readonly string[];
};

const maxPlaces = 20;

/**
 * Places of which a name in any language starts with `q`, without regard to case and accents: an exact name first, then
 * those of the `home` country, then those of the `first` ones, then larger before smaller. Also "3011 Bern".
 */
export function searchLocations(q: string, { kind, home = null, first = [] }: PlaceSearch = {}): Location[] {
  const index = gazetteer();
  const { places } = index;
  const hits = placesNamed(index, fold(q))
    .filter(([place]) => !kind || places.kindAt(place) === kind)
    .map(([place, { isExact }]) => ({
      place,
      rank: (isExact ? 4 : 0) + countryRank(places.countryAt(place), home, first),
      weight: places.weightAt(place),
    }))
    .sort((a, b) => b.rank - a.rank || b.weight - a.weight)
    .slice(0, maxPlaces)
    .map(({ place }) => locationAt(places, place));
  const typed = !kind || kind === "zip" ? austrianZip(q) : null;
  // A listed code with the same digits is in a country that is served more often.
  if (typed) hits.splice(Math.min(hits.length, maxPlaces - 1), hits.length < maxPlaces ? 0 : 1, typed);
  return hits;
}

const countryRank = (country: string, home: string | null, first: readonly string[]): number =>
  country === home ? 2 : first.includes(country) ? 1 : 0;

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
  const center = { latitude, longitude };
  const inside = citiesWhere((all, index) => {
    const point = { latitude: all.latitudeAt(index), longitude: all.longitudeAt(index) };
    return Math.abs(point.latitude - latitude) * 110 <= radiusKm && distanceKm(center, point) <= radiusKm;
  });
  const nearest = [...inside].sort((a, b) => distanceKm(center, a) - distanceKm(center, b))[0];
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

/** The countries of the cities and zip codes inside a circle: those that it reaches into. */
export function countriesWithin(circle: { latitude: number; longitude: number; radius_km: number }): string[] {
  const { places } = gazetteer();
  const found = new Set<string>();
  for (let index = 0; index < places.length; index += 1) {
    const point = { latitude: places.latitudeAt(index), longitude: places.longitudeAt(index) };
    if (Number.isNaN(point.latitude) || found.has(places.countryAt(index))) continue;
    // Degrees of latitude are compared first, because distances of all places would take long.
    if (Math.abs(point.latitude - circle.latitude) * 110 > circle.radius_km) continue;
    if (distanceKm(circle, point) <= circle.radius_km) found.add(places.countryAt(index));
  }
  return [...found];
}
