import type { PlanId } from "@litfass/contract/billing/billing";
import { type Html, html } from "@litfass/platform/http/pages/html";

/** Posters of one column: x, y, width, height, color. */
type Poster = readonly [number, number, number, number, string];
const [blue, straw, red, black] = ["#338CF5", "#FFC94A", "#F2542D", "#0C1219"];
const single: Poster[] = [[-22, 40, 44, 56, blue]];
const four: Poster[] = [
  [-29, 34, 34, 40, blue],
  [8, 30, 21, 52, straw],
  [-29, 78, 34, 37, red],
  [8, 86, 21, 29, black],
];
const wide: Poster[] = [
  [-29, 30, 58, 30, straw],
  [-29, 63, 26, 52, blue],
  [0, 63, 29, 24, black],
  [0, 90, 29, 25, red],
];
const mixed: Poster[] = [
  [-29, 28, 27, 60, red],
  [1, 28, 28, 34, blue],
  [1, 65, 28, 50, straw],
  [-29, 91, 27, 24, black],
];
const columns: Record<PlanId, Poster[][]> = {
  starter: [single],
  standard: [four, wide],
  advanced: [four, wide, mixed],
};
const spacing = 94;

/** A street with one to three advertising columns: the larger the package, the more of them. */
export function planArt(id: PlanId): Html {
  const street = columns[id];
  const first = 150 - ((street.length - 1) * spacing) / 2;
  return html`<svg viewBox="0 0 300 132" aria-hidden="true">${street.map(
    (posters, at) =>
      html`<g transform="translate(${first + at * spacing} 0)"><g class="k"><circle cx="0" cy="6" r="3"/><path d="M-28 20C-22 12-10 8 0 8s22 4 28 12z"/><rect x="-36" y="19" width="72" height="5"/></g><rect class="s-ink" x="-30" y="24" width="60" height="92" fill="#fff" stroke-width="1.5"/>${posters.map(
        ([x, y, width, height, color]) =>
          html`<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${color}"/>`,
      )}<rect class="k" x="-36" y="116" width="72" height="8"/></g>`,
  )}<rect class="k" x="0" y="124" width="300" height="2"/></svg>`;
}
