import { addresses, base } from "virtual:map-tiles";
import { useQueries } from "@tanstack/react-query";
import type { MapTile } from "./map-tile.ts";
import { type MapFrame, type PlacedTile, visibleTiles } from "./visible-tiles.ts";

const known = new Set(addresses);
const timeoutMs = 10_000;

export type LoadedTile = PlacedTile & { tile: MapTile };

/** The loaded tiles of a map; those that fail are left out, and the chosen places are still drawn. */
export function useMapTiles(frame: MapFrame, width: number, height: number): LoadedTile[] {
  const placed = visibleTiles(frame, width, height, known);
  const tiles = useQueries({
    queries: placed.map(({ address }) => ({
      queryKey: ["mapTile", address],
      queryFn: () => readTile(address),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  return placed.flatMap((each, index) => {
    const tile = tiles[index]?.data;
    return tile ? [{ ...each, tile }] : [];
  });
}

async function readTile(address: string): Promise<MapTile> {
  const response = await fetch(`${base}/${address}.json`, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`No map tile ${address}: ${response.status}`);
  return response.json() as Promise<MapTile>;
}
