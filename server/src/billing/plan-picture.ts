import type { PlanId } from "@litfass/contract/billing";
import { allPlans, planFigures } from "./plan.ts";

const columnTop = 24;
const columnHeight = 92;
const shaftWidth = 60;

/**
 * The picture of a plan: the pillar, posted as full as the plan's impressions are of the largest plan's, on a scale by
 * its square root so that the smallest one is still to be seen.
 */
export function planPicture(id: PlanId): string {
  const largest = Math.max(...allPlans().map((plan) => plan.impressionsPerBooking));
  const share = Math.sqrt(planFigures(id).impressionsPerBooking / largest);
  const filled = Math.round(columnHeight * share);
  const top = columnTop + columnHeight - filled;
  const ink = "#121B26";
  const paper = "#CFCFC8";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 132" role="img"><title>${id}</title>
<rect width="300" height="132" fill="#EDEDE9"/><g transform="translate(150 6)"><circle cx="0" cy="6" r="3" fill="${ink}"/><path d="M-28 20C-22 12 -10 8 0 8s22 4 28 12z" fill="${ink}"/><rect x="-36" y="19" width="72" height="5" fill="${ink}"/>
<rect x="-30" y="${columnTop}" width="${shaftWidth}" height="${columnHeight}" fill="#FFFFFF" stroke="${paper}"/>
<rect x="-30" y="${top}" width="${shaftWidth}" height="${filled}" fill="#338CF5"/><rect x="-32" y="${top - 3}" width="64" height="3" fill="${ink}"/>
<rect x="-24" y="${columnTop + 66}" width="22" height="18" fill="#FFFFFF"/><rect x="4" y="${columnTop + 62}" width="18" height="22" fill="#FFC94A"/>
<rect x="-36" y="116" width="72" height="10" fill="${ink}"/></g></svg>`;
}
