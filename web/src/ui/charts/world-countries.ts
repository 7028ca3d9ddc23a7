import { feature } from "topojson-client";
import { countryName } from "../../i18n/format.ts";
import type { MapAreas } from "./choropleth-map.tsx";
import { alphaTwo } from "./country-codes.ts";

/** The countries of Natural Earth (50m) by alpha-2 code, loaded when a map is first shown. */
export async function loadCountries(): Promise<MapAreas> {
  const { default: atlas } = await import("world-atlas/countries-50m.json");
  const countries = feature(atlas, atlas.objects.countries);
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
