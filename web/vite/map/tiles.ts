import GeoJSONVT from "geojson-vt";
import type { MapTile } from "../../src/features/campaigns/targeting/map/map-tile.ts";
import { type MapLayers, readLayers, readTowns, type Town } from "./layers.ts";

/** Units of a tile's edge; it is drawn 512 pixels wide at its own zoom. */
const extent = 2048;
/** Fills overlap at the edges of tiles, or hairlines would show between them. */
const buffer = 12;
const worldMaxZoom = 4;
const detailMaxZoom = 7;
/** Central Europe, which also has tiles beyond `worldMaxZoom`: west, south, east, north. */
const detailed = [3, 43, 19, 56] as const;
const maxTownsPerTile = 60;
/** The smallest town shown at each zoom. */
const leastPopulation = [5e6, 5e6, 2e6, 1e6, 4e5, 1e5, 2.5e4, 5e3];

/** Tiles of the built-in map by "zoom/x/y" (Web Mercator); those without land are absent. */
export function mapTiles(layers: MapLayers = readLayers(), towns: Town[] = readTowns()): Map<string, MapTile> {
  const indexOf = (layer: MapLayers[keyof MapLayers]) =>
    new GeoJSONVT(layer, { maxZoom: detailMaxZoom, indexMaxZoom: worldMaxZoom, indexMaxPoints: 0, extent, buffer });
  const [land, lakes, borders, regions] = [
    indexOf(layers.land),
    indexOf(layers.lakes),
    indexOf(layers.borders),
    indexOf(layers.regions),
  ];
  const tiles = new Map<string, MapTile>();
  for (const [zoom, x, y] of addresses()) {
    const ground = pathOf(land, zoom, x, y);
    if (ground === "") continue;
    tiles.set(`${zoom}/${x}/${y}`, {
      land: ground,
      lakes: pathOf(lakes, zoom, x, y),
      borders: pathOf(borders, zoom, x, y),
      regions: zoom > worldMaxZoom ? pathOf(regions, zoom, x, y) : "",
      towns: townsIn(towns, zoom, x, y),
    });
  }
  return tiles;
}

function* addresses(): Generator<[zoom: number, x: number, y: number]> {
  for (let zoom = 1; zoom <= detailMaxZoom; zoom++) {
    const last = 2 ** zoom - 1;
    const [west, south, east, north] = zoom > worldMaxZoom ? detailed : [-180, -85, 180, 85];
    const [left, top] = pixel(west, north, zoom).map(Math.floor) as [number, number];
    const [right, bottom] = pixel(east, south, zoom).map(Math.floor) as [number, number];
    for (let x = left; x <= Math.min(right, last); x++) {
      for (let y = top; y <= Math.min(bottom, last); y++) yield [zoom, x, y];
    }
  }
}

/** Web Mercator in tiles of a zoom. */
function pixel(longitude: number, latitude: number, zoom: number): [x: number, y: number] {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return [(longitude / 360 + 0.5) * 2 ** zoom, y * 2 ** zoom];
}

/** The lines and rings of a tile as an SVG path with relative steps. */
function pathOf(index: GeoJSONVT, zoom: number, x: number, y: number): string {
  const features = index.getTile(zoom, x, y)?.features ?? [];
  return features
    .flatMap(({ type, geometry }) =>
      type === 1 ? [] : (geometry as [number, number][][]).map((line) => steps(line, type === 3)),
    )
    .join("");
}

function steps(line: [number, number][], isRing: boolean): string {
  let [fromX, fromY] = [0, 0];
  let path = "";
  for (const [index, [x, y]] of line.entries()) {
    const [dx, dy] = [x - fromX, y - fromY];
    if (index === 0) path += `M${x} ${y}l`;
    else if (dx !== 0 || dy !== 0) path += `${path.endsWith("l") || dx < 0 ? "" : " "}${dx}${dy < 0 ? "" : " "}${dy}`;
    [fromX, fromY] = [x, y];
  }
  return path.endsWith("l") ? "" : path + (isRing ? "z" : "");
}

function townsIn(towns: Town[], zoom: number, x: number, y: number): MapTile["towns"] {
  const found: MapTile["towns"] = [];
  for (const { name, names, population, longitude, latitude } of towns) {
    if (population < (leastPopulation[zoom] ?? 0) || found.length === maxTownsPerTile) break;
    const [px, py] = pixel(longitude, latitude, zoom);
    if (Math.floor(px) !== x || Math.floor(py) !== y) continue;
    const town = [
      name,
      Math.round((px - x) * extent),
      Math.round((py - y) * extent),
      Math.ceil(population / 1000),
    ] as const;
    found.push(Object.keys(names).length === 0 ? [...town] : [...town, names]);
  }
  return found;
}
