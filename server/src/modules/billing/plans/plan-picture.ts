import type { PlanId } from "@litfass/contract/billing/billing";

const ink = "#121B26";
const spacing = 92;

/** Posters on a shaft of 46 x 66: [x, y, width, height, color]. */
type Poster = [number, number, number, number, string];
const [blue, straw, red, black] = ["#338CF5", "#FFC94A", "#F2542D", "#0C1219"];
const oneLarge: Poster[] = [[4, 8, 38, 44, blue]];
const four: Poster[] = [
  [4, 6, 22, 26, blue],
  [29, 6, 13, 26, straw],
  [4, 36, 22, 24, red],
  [29, 36, 13, 24, black],
];
const banner: Poster[] = [
  [4, 6, 38, 20, straw],
  [4, 29, 18, 31, blue],
  [25, 29, 17, 13, black],
  [25, 45, 17, 15, red],
];
const mixed: Poster[] = [
  [4, 6, 17, 34, red],
  [24, 6, 18, 16, blue],
  [24, 25, 18, 35, straw],
  [4, 43, 17, 17, black],
];

const posters: Record<PlanId, Poster[][]> = {
  starter: [oneLarge],
  standard: [four, banner],
  advanced: [four, banner, mixed],
};

/** One advertising column with its posters, centered at x. */
function column(x: number, placed: Poster[]): string {
  const rects = placed.map(
    ([left, top, width, height, colour]) =>
      `<rect x="${left - 23}" y="${34 + top}" width="${width}" height="${height}" fill="${colour}"/>`,
  );
  return `<g transform="translate(${x} 6)"><circle cy="6" r="3.500" fill="${ink}"/><path d="M-25 24C-21 14 -11 9 0 9s21 5 25 15z" fill="${ink}"/><rect x="-30" y="24" width="60" height="5" fill="${ink}"/><rect x="-23" y="29" width="46" height="77" fill="#FFFFFF" stroke="${ink}" stroke-width="1.500"/>${rects.join("")}<rect x="-27" y="104" width="54" height="10" fill="${ink}"/></g>`;
}

/** The image of a plan: larger plans have more columns in the street. */
export function planPicture(id: PlanId): string {
  const placed = posters[id];
  const first = 150 - ((placed.length - 1) * spacing) / 2;
  const columns = placed.map((each, index) => column(first + index * spacing, each)).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 132" role="img"><title>${id}</title><rect width="300" height="132" fill="#EDEDE9"/><path d="M8 120h284" stroke="${ink}" stroke-width="2"/>${columns}</svg>`;
}
