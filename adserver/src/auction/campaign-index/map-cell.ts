import { addPostings, type Bits, type Postings } from "./bitset.ts";
import { type Disc, directionOf } from "./distance.ts";

/** A place with its surroundings, and who wants it. */
export type Circle = Disc & { postings: Postings };

/** The earth in cells of a quarter of a degree, so that a place needs to be compared with the circles around it only. */
const cellsPerDegree = 4;
/** No point of a cell is farther from its middle: half its diagonal at the equator is 0.177 degrees. */
const reach = (0.18 * Math.PI) / 180;

/** The cell of a place; "" where it is not known or not on the earth. */
export function cellOf(latitude: number | undefined, longitude: number | undefined): string {
  if (latitude === undefined || longitude === undefined) return "";
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return "";
  return `${Math.floor(latitude * cellsPerDegree)}/${Math.floor(longitude * cellsPerDegree)}`;
}

/** Adds the campaigns to `bits` whose circle holds the whole cell; answers the circles that hold some of it. */
export function splitCircles(circles: Circle[], cell: string, bits: Bits): Circle[] {
  if (cell === "") return [];
  const [row = 0, column = 0] = cell.split("/").map(Number);
  const middle = directionOf((row + 0.5) / cellsPerDegree, (column + 0.5) / cellsPerDegree);
  return circles.filter((circle) => {
    const product = middle.x * circle.x + middle.y * circle.y + middle.z * circle.z;
    const away = Math.acos(Math.min(1, Math.max(-1, product)));
    const radius = Math.acos(circle.leastProduct);
    const isWhole = away + reach <= radius;
    if (isWhole) addPostings(bits, circle.postings);
    return !isWhole && away - reach <= radius;
  });
}
