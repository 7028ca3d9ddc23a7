import type { Location } from "@litfass/contract/targeting/targeting";
import { useQueries } from "@tanstack/react-query";
import { feature } from "topojson-client";
import { call } from "./api.ts";
import { ApiError } from "./api-error.ts";

/** A piece of a region; a region may have several. */
export type RegionShape = { region: Location; geometry: GeoJSON.Geometry };

/** The region outlines of these countries that have loaded so far; a country without regions has none. */
export function useRegionOutlines(countries: readonly string[]): RegionOutlines {
  return useQueries({
    queries: countries.map((country) => ({
      queryKey: ["regionOutlines", country],
      queryFn: () => readOutlines(country),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: joined,
  });
}

type RegionOutlines = { outlines: RegionShape[]; isPending: boolean };

const joined = (results: { data?: RegionShape[] | undefined; isPending: boolean }[]): RegionOutlines => ({
  outlines: results.flatMap(({ data }) => data ?? []),
  isPending: results.some(({ isPending }) => isPending),
});

async function readOutlines(country: string): Promise<RegionShape[]> {
  try {
    const { regions, topology } = await call("listRegionOutlines", { params: { country }, quiet: true });
    const known = new Map<string, Location>(regions.map((region) => [region.id, region]));
    type Source = Parameters<typeof feature>[0];
    const { features } = feature(
      topology as unknown as Source,
      topology.objects.regions as Extract<Parameters<typeof feature>[1], { type: "GeometryCollection" }>,
    );
    return features.flatMap(({ id, geometry }) => {
      const region = known.get(String(id));
      return region ? [{ region, geometry }] : [];
    });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}
