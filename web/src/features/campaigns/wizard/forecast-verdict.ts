import type { Campaign, WizardStep } from "@litfass/contract/campaigns/campaigns";
import type { Forecast, NarrowingSetting } from "@litfass/contract/campaigns/forecast";
import type { Targeting } from "@litfass/contract/targeting/targeting";

/** The setting that leaves nothing to deliver; null where something matches, or too few requests are known. */
export function causeOfNothing({ available, narrowest, funnel }: Forecast): NarrowingSetting | null {
  if (available === null || available.high > 0) return null;
  // Without a single culprit, the first setting after which nothing is left.
  const cause = narrowest.find(({ gains_per_day }) => gains_per_day > 0) ?? funnel.find(({ per_day }) => per_day === 0);
  return cause?.setting ?? null;
}

/** The step where a setting is changed. */
export const stepOfSetting = (setting: NarrowingSetting): WizardStep =>
  setting === "topics" || setting === "language" ? "basic" : "targeting";

type Open = { campaign?: Partial<Pick<Campaign, "categories">>; targeting?: Partial<Targeting> };

/** The values with which a setting restricts nothing; absent where a campaign needs one, or where it is its purpose. */
export const withoutRestriction: Partial<Record<NarrowingSetting, Open>> = {
  topics: { campaign: { categories: [] }, targeting: { keywords: [] } },
  ages: { targeting: { age_ranges: [] } },
  genders: { targeting: { genders: [] } },
  parental: { targeting: { parental_statuses: [] } },
  incomes: { targeting: { household_incomes: [] } },
  devices: { targeting: { devices: [] } },
  browsers: { targeting: { browsers: [] } },
  environments: { targeting: { environments: [] } },
  hours: { targeting: { hours: [] } },
  sites: { targeting: { whitelists: [] } },
  audiences: { targeting: { audiences: [] } },
};
