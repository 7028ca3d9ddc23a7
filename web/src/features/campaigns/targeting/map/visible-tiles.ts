/** Pixels of a tile's edge at its own zoom. */
const tileSize = 512;
const minZoom = 1;
const maxZoom = 7;

/** A Web Mercator map: the width of the world in px, and where its northwest corner is. */
export type MapFrame = { world: number; left: number; top: number };
/** A tile in px of the map. */
export type PlacedTile = { address: string; left: number; top: number; size: number };

/**
 * The tiles that cover a map, coarse ones first. Where a region has no tile at the map's zoom, the closest one above
 * it is enlarged.
 */
export function visibleTiles(frame: MapFrame, width: number, height: number, known: ReadonlySet<string>): PlacedTile[] {
  const zoom = Math.min(maxZoom, Math.max(minZoom, Math.round(Math.log2(frame.world / tileSize))));
  const size = frame.world / 2 ** zoom;
  const last = 2 ** zoom - 1;
  const inWorld = (index: number) => Math.min(last, Math.max(0, Math.floor(index)));
  const found = new Set<string>();
  for (let x = inWorld(-frame.left / size); x <= inWorld((width - frame.left) / size); x++) {
    for (let y = inWorld(-frame.top / size); y <= inWorld((height - frame.top) / size); y++) {
      const address = closestTile(zoom, x, y, known);
      if (address) found.add(address);
    }
  }
  return [...found]
    .sort((one, other) => one.localeCompare(other, "en", { numeric: true }))
    .map((address) => placed(address, frame));
}

function closestTile(zoom: number, x: number, y: number, known: ReadonlySet<string>): string | null {
  for (let up = 0; zoom - up >= minZoom; up++) {
    const address = `${zoom - up}/${x >> up}/${y >> up}`;
    if (known.has(address)) return address;
  }
  return null;
}

function placed(address: string, { world, left, top }: MapFrame): PlacedTile {
  const [zoom = 0, x = 0, y = 0] = address.split("/").map(Number);
  const size = world / 2 ** zoom;
  return { address, left: left + x * size, top: top + y * size, size };
}
