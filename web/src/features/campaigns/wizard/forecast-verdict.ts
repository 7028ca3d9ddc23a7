import type { WizardStep } from "@litfass/contract/campaigns/campaigns";
import type { Forecast, NarrowingSetting } from "@litfass/contract/campaigns/forecast";

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
