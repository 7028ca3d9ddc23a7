import { addPostings, type Bits, type Postings } from "./bitset.ts";
import { type Disc, directionOf } from "./distance.ts";

/** A circle and the campaigns that target it. */
export type Circle = Disc & { postings: Postings };

/** Cells of a quarter of a degree, so that a position is compared with nearby circles only. */
const cellsPerDegree = 4;
/** The largest distance from a cell's center: half its diagonal at the equator is 0.177 degrees. */
const reach = (0.18 * Math.PI) / 180;

/** The cell of a position; "" where it is unknown or invalid. */
export function cellOf(latitude: number | undefined, longitude: number | undefined): string {
  if (latitude === undefined || longitude === undefined) return "";
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return "";
  return `${Math.floor(latitude * cellsPerDegree)}/${Math.floor(longitude * cellsPerDegree)}`;
}

/** Adds campaigns whose circle contains the whole cell; returns the circles that contain part of it. */
export function splitCircles(circles: Circle[], cell: string, bits: Bits): Circle[] {
  if (cell === "") return [];
  const [row = 0, column = 0] = cell.split("/").map(Number);
  const middle = directionOf((row + 0.5) / cellsPerDegree, (column + 0.5) / cellsPerDegree);
  return circles.filter((circle) => {
    const product = middle.x * circle.x + middle.y * circle.y + middle.z * circle.z;
    const away = Math.acos(Math.min(1, Math.max(-1, product)));
    const radius = Math.acos(circle.minProduct);
    const isWhole = away + reach <= radius;
    if (isWhole) addPostings(bits, circle.postings);
    return !isWhole && away - reach <= radius;
  });
}
