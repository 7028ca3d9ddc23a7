import { useMemo } from "react";
import { type RegionShape, useRegionOutlines } from "../../../api/use-region-outlines.ts";
import { placeName } from "../../../i18n/place-name.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ChoroplethMap, type MapArea, type MapAreas } from "../../../ui/charts/choropleth-map.tsx";
import { MapPlace } from "../../../ui/charts/map-place.tsx";
import type { Breakdown } from "./breakdown.tsx";

/** How many countries get their regions drawn: those with the most impressions. */
const maxCountries = 5;

type Row = NonNullable<Breakdown["data"]>["data"][number];
export type RegionMapProps = { rows: readonly Row[]; countries: MapAreas };

/**
 * Impressions by region within the country outlines. Rows are sorted by impressions. Names are in the initial language.
 */
export function RegionMap({ rows, countries }: RegionMapProps) {
  const { t } = useTranslation("reporting");
  const reached = [...new Set(rows.map(({ country }) => country).filter(Boolean))].slice(0, maxCountries);
  const { outlines, isPending } = useRegionOutlines(reached);
  const areas = useMemo(() => areasOf(outlines), [outlines]);
  if (isPending) return <MapPlace legend />;
  const drawn = new Set(areas.features.map(({ properties }) => properties.id));
  const values = new Map(rows.filter(({ key }) => drawn.has(key)).map(({ key, impressions }) => [key, impressions]));
  if (values.size === 0) return null;
  return (
    <ChoroplethMap
      label={t("reached.region")}
      areas={areas}
      ground={countries}
      values={values}
      fit={[...values.keys()]}
    />
  );
}

/** One area per region with all its pieces: "Bern, Switzerland". */
function areasOf(outlines: readonly RegionShape[]): MapAreas {
  const areas = new Map<string, MapArea & { geometry: { geometries: GeoJSON.Geometry[] } }>();
  for (const { region, geometry } of outlines) {
    const id = region.id.replace("region:", "");
    const known = areas.get(id);
    if (known) {
      known.geometry.geometries.push(geometry);
      continue;
    }
    areas.set(id, {
      type: "Feature",
      properties: { id, name: placeName(region) },
      geometry: { type: "GeometryCollection", geometries: [geometry] },
    });
  }
  return { type: "FeatureCollection", features: [...areas.values()] };
}
