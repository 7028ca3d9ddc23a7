import type { Language } from "@litfass/contract/kernel/language";
import type { MapTile } from "./map-tile.ts";
import type { PlacedTile } from "./visible-tiles.ts";

export type TownLabel = { name: string; x: number; y: number };
type Box = { left: number; top: number; right: number; bottom: number };

/** Units of a tile's edge. */
export const tileExtent = 2048;
const maxLabels = 40;
const [letterPx, linePx, gapPx] = [6.2, 14, 6];
/** The zoom buttons at the top right. */
const buttons = { width: 48, height: 124 };

/**
 * The names of towns in a language that fit on a map of this size without overlapping, the largest towns first. `taken`
 * are points with names of their own.
 */
export function townLabels(
  tiles: readonly (PlacedTile & { tile: MapTile })[],
  size: { width: number; height: number },
  taken: readonly TownLabel[],
  lang: Language,
): TownLabel[] {
  const towns = tiles.flatMap(({ tile, left, top, size: edge }) =>
    tile.towns.map(([name, x, y, population, names]) => ({
      ...{ name: names?.[lang] ?? name, population },
      ...{ x: left + (x / tileExtent) * edge, y: top + (y / tileExtent) * edge },
    })),
  );
  const ofButtons = { left: size.width - buttons.width, top: 0, right: size.width, bottom: buttons.height };
  const boxes = [ofButtons, ...taken.map(boxOf)];
  const labels: TownLabel[] = [];
  for (const { name, x, y } of towns.sort((one, other) => other.population - one.population)) {
    const box = boxOf({ name, x, y });
    const isInside = box.left >= 0 && box.top >= 0 && box.right <= size.width && box.bottom <= size.height;
    if (!isInside || boxes.some((other) => overlap(box, other))) continue;
    boxes.push(box);
    labels.push({ name, x, y });
    if (labels.length === maxLabels) break;
  }
  return labels;
}

const boxOf = ({ name, x, y }: TownLabel): Box => ({
  ...{ left: x - gapPx, right: x + 2 * gapPx + name.length * letterPx },
  ...{ top: y - linePx / 2, bottom: y + linePx / 2 },
});

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
