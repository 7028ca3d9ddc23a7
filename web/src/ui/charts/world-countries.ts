import { feature } from "topojson-client";
import { countryName } from "../../i18n/format.ts";
import type { MapAreas } from "./choropleth-map.tsx";
import { alphaTwo } from "./country-codes.ts";

type Atlas = Parameters<typeof feature>[0] & { objects: { countries: unknown } };
type Countries = Extract<Parameters<typeof feature<{ name: string }>>[1], { type: "GeometryCollection" }>;

/** The countries of Natural Earth (50m) by alpha-2 code, loaded when a map is first shown. */
export async function loadCountries(): Promise<MapAreas> {
  const { default: atlas } = await import("world-atlas/countries-50m.json");
  const topology = atlas as unknown as Atlas;
  const countries = feature(topology, topology.objects.countries as Countries);
  return {
    type: "FeatureCollection",
    features: countries.features.flatMap((country) => {
      const id = alphaTwo(String(country.id ?? ""));
      if (id === "AQ") return [];
      const name = id ? countryName(id) : country.properties.name;
      return [{ ...country, properties: { id: id ?? country.properties.name, name } }];
    }),
  };
}
