type Point = [number, number];
type Rings = number[] | Rings[];
type Shape = { type: string; arcs?: Rings; id?: string | number; properties?: { name: string } };
export type Atlas = {
  type: "Topology";
  objects: { countries: { type: "GeometryCollection"; geometries: Shape[] } };
  arcs: Point[][];
  transform: { scale: Point; translate: Point };
};

/**
 * Countries with fewer points: a border is a line of `tolerance` degrees at most beside the true one, and its points lie
 * on a grid of `grid` degrees. Neighbours keep one border, because each is simplified once for both.
 */
export function lighterAtlas({ objects, arcs, transform }: Atlas, tolerance: number, grid: number): Atlas {
  const { scale, translate } = transform;
  const lighter = arcs.map((arc) => {
    let [x, y] = [0, 0];
    const line = arc.map(([dx, dy]): Point => {
      x += dx;
      y += dy;
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
    return onGrid(simplified(line, tolerance), grid);
  });
  return {
    type: "Topology",
    objects: { countries: objects.countries },
    arcs: lighter,
    transform: { scale: [grid, grid], translate: [0, 0] },
  };
}

/** Ramer, Douglas and Peucker: the farthest point stays, and divides the line, as long as it is farther than allowed. */
function simplified(line: readonly Point[], tolerance: number): Point[] {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length < 3) return [...line];
  const distances = line.map((point) => distanceTo(first, last, point));
  const most = Math.max(...distances);
  if (most <= tolerance) return isRing(line) ? smallest(line) : [first, last];
  const at = distances.indexOf(most);
  return [...simplified(line.slice(0, at + 1), tolerance), ...simplified(line.slice(at), tolerance).slice(1)];
}

const isRing = (line: readonly Point[]): boolean => line[0]?.join() === line.at(-1)?.join();

/** An island stays an area, however small: a triangle of its points. */
const smallest = (ring: readonly Point[]): Point[] =>
  [0, 1, 2, 3].map((third) => ring[Math.round(((ring.length - 1) * third) / 3)] as Point);

/** From a point to the stretch between two others, in degrees as they are at that latitude. */
function distanceTo([ax, ay]: Point, [bx, by]: Point, [px, py]: Point): number {
  const narrow = Math.cos((py * Math.PI) / 180);
  const [dx, dy, ex, ey] = [(bx - ax) * narrow, by - ay, (px - ax) * narrow, py - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, (ex * dx + ey * dy) / length));
  return Math.hypot(ex - share * dx, ey - share * dy);
}

/** As steps on the grid, without points that fall together; at least two, and four in a ring. */
function onGrid(line: readonly Point[], grid: number): Point[] {
  let [x, y] = [0, 0];
  return line.flatMap((point, at): Point[] => {
    const [nx, ny] = [Math.round(point[0] / grid), Math.round(point[1] / grid)];
    const step: Point = [nx - x, ny - y];
    [x, y] = [nx, ny];
    return at > 0 && step[0] === 0 && step[1] === 0 && line.length > 4 ? [] : [step];
  });
}
