import { createHash } from "node:crypto";
import type { Plugin } from "vite";
import { mapTiles } from "./map/tiles.ts";

const moduleId = "virtual:map-tiles";

/**
 * Adds the tiles of the built-in map to the build, and the module `virtual:map-tiles` with their address. The address
 * contains a hash of all tiles, so they are cached for ever like other assets.
 */
export function mapTilesPlugin(): Plugin {
  let made: { base: string; tiles: Map<string, string> } | null = null;
  const tilesOf = () => {
    if (made) return made;
    const tiles = new Map([...mapTiles()].map(([address, tile]) => [address, JSON.stringify(tile)]));
    const hash = createHash("sha256")
      .update([...tiles.values()].join("\n"))
      .digest("base64url")
      .slice(0, 8);
    made = { base: `assets/map-${hash}`, tiles };
    return made;
  };
  return {
    name: "litfass-map-tiles",
    resolveId: { filter: { id: /^virtual:map-tiles$/ }, handler: () => `\0${moduleId}` },
    load: {
      filter: { id: /^\0virtual:map-tiles$/ },
      handler() {
        const { base, tiles } = tilesOf();
        return `export const base = ${JSON.stringify(`/${base}`)};
export const addresses = ${JSON.stringify([...tiles.keys()].join(" "))}.split(" ");`;
      },
    },
    generateBundle() {
      const { base, tiles } = tilesOf();
      for (const [address, source] of tiles)
        this.emitFile({ type: "asset", fileName: `${base}/${address}.json`, source });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, address] = /^\/assets\/map-[\w-]+\/([\d/]+)\.json$/.exec(request.url ?? "") ?? [];
        const tile = address === undefined ? undefined : tilesOf().tiles.get(address);
        if (tile === undefined) return next();
        response.setHeader("content-type", "application/json");
        response.end(tile);
      });
    },
  };
}
