import type { CampaignSuggestions } from "@litfass/contract/campaigns/campaign-suggestions";
import type { Fix } from "./use-report-text.ts";

/** Whether the settings leave enough impressions for the rest of the budget: then a wider audience changes nothing. */
export const isEnough = ({ needed_per_day, per_day }: CampaignSuggestions): boolean =>
  needed_per_day !== null && per_day >= needed_per_day;

/** A link, unless it widens the audience and the forecast does not say that the audience is the cause. */
export function helpfulFix(fix: Fix | null, forecast: CampaignSuggestions | undefined): Fix | null {
  if (!fix?.widens) return fix;
  return !forecast || isEnough(forecast) ? null : fix;
}
