import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ChoroplethMap } from "../../../ui/charts/choropleth-map.tsx";
import { MapPlace } from "../../../ui/charts/map-place.tsx";
import { type MapPoint, PointMap } from "../../../ui/charts/point-map.tsx";
import { loadCountries } from "../../../ui/charts/world-countries.ts";
import { RegionMap, type RegionMapProps } from "./region-map.tsx";

/** The outlines of countries, with names in the user's language. */
function useCountries() {
  const { i18n } = useTranslation("reporting");
  return useQuery({
    queryKey: ["map of countries", i18n.language],
    queryFn: loadCountries,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Impressions by country, zoomed to the countries that have some. */
export function CountryMap({ rows }: { rows: readonly { key: string; impressions: number }[] }) {
  const { t } = useTranslation("reporting");
  const areas = useCountries();
  if (!areas.data) return <MapPlace legend />;
  const values = new Map(rows.map((row) => [row.key, row.impressions]));
  const around = [...values.keys()].filter(Boolean);
  return <ChoroplethMap label={t("reached.country")} areas={areas.data} values={values} fit={around} />;
}

/** Impressions by region, with the countries around them. */
export function RegionsMap({ rows }: Pick<RegionMapProps, "rows">) {
  const { i18n } = useTranslation("reporting");
  const areas = useCountries();
  if (!areas.data) return <MapPlace legend />;
  return <RegionMap key={i18n.language} rows={rows} countries={areas.data} />;
}

/** Circles on the outlines of countries. */
export function SpotMap({ label, points }: { label: string; points: readonly MapPoint[] }) {
  const areas = useCountries();
  if (!areas.data) return <MapPlace />;
  return <PointMap label={label} areas={areas.data} points={points} />;
}
