import type { Category } from "@litfass/contract/campaigns/campaign-options";
import type { WizardStep } from "@litfass/contract/campaigns/campaigns";
import type { Forecast, ForecastRange, NarrowingSetting } from "@litfass/contract/campaigns/forecast";
import { impressionsFor, minorOfAmount } from "@litfass/contract/kernel/money";
import type { Targeting } from "@litfass/contract/targeting/targeting";

/** The setting that leaves nothing to deliver; null where something matches, or too few requests are known. */
export function causeOfNothing({ available, narrowest, funnel }: Forecast): NarrowingSetting | null {
  if (available === null || available.high > 0) return null;
  // Without a single culprit, the first setting after which nothing is left.
  const cause = narrowest.find(({ gains_per_day }) => gains_per_day > 0) ?? funnel.find(({ per_day }) => per_day === 0);
  return cause?.setting ?? null;
}

/** Above this share of the available impressions, the budget is tight. */
export const tightShare = 0.6;

/** The share of the available impressions that a budget buys, by the middle of the range; null without any. */
export const shareOf = (bought: number, available: ForecastRange | null): number | null =>
  available && available.high > 0 ? bought / ((available.low + available.high) / 2) : null;

/** Below this part of what the budget buys, even at the upper end of the range, a start deserves a warning. */
const enoughPart = 0.9;

/** What the settings bring of the impressions that the budget buys, where that is clearly less; null otherwise. */
export function shortfallOf(
  { impressions, cpm }: Pick<Forecast, "impressions" | "cpm">,
  budget: number | null,
): { brings: ForecastRange; bought: number } | null {
  if (!impressions || !budget) return null;
  const bought = impressionsFor(minorOfAmount(budget), minorOfAmount(cpm.high));
  return impressions.high < bought * enoughPart ? { brings: impressions, bought } : null;
}

/** The step where a setting is changed. */
export const stepOfSetting = (setting: NarrowingSetting): WizardStep =>
  setting === "topics" || setting === "language" ? "basic" : "targeting";

/** The values with which a setting restricts nothing; absent where a campaign needs one, or where it is its purpose. */
const withoutRestriction: Partial<Record<NarrowingSetting, Partial<Targeting>>> = {
  topics: { keywords: [] },
  ages: { age_ranges: [] },
  genders: { genders: [] },
  parental: { parental_statuses: [] },
  incomes: { household_incomes: [] },
  devices: { devices: [] },
  browsers: { browsers: [] },
  environments: { environments: [] },
  hours: { hours: [] },
  sites: { whitelists: [] },
  audiences: { audiences: [] },
};

/** The target group without a restriction; null if one click cannot lift it. */
export function lifted(targeting: Targeting, setting: NarrowingSetting): Targeting | null {
  const opened = { ...targeting, ...withoutRestriction[setting] };
  return JSON.stringify(opened) === JSON.stringify(targeting) ? null : opened;
}

/** The chosen categories with those above instead of subcategories; null if there is none to widen. */
export function widerTopics(chosen: string[], tree: Category[]): { topics: string[]; names: string[] } | null {
  const above = tree.filter(({ children }) => children.some(({ target_option_id: id }) => chosen.includes(id)));
  if (above.length === 0) return null;
  const below = new Set(above.flatMap(({ children }) => children.map(({ target_option_id: id }) => id)));
  const others = chosen.filter((id) => !below.has(id));
  return {
    topics: [...new Set([...others, ...above.map(({ target_option_id: id }) => id)])],
    names: above.map(({ category_name }) => category_name),
  };
}
