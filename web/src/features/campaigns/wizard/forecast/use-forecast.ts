import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import { useCall } from "../../../../api/use-call.ts";
import { useDebouncedValue } from "../../../../ui/use-debounced-value.ts";

/** How long typing must pause before a forecast is requested. */
const restMs = 350;

/** The forecast for the current settings of a campaign, updated while typing. */
export function useForecast(campaign: Campaign) {
  const { type, categories, language, strategy, targeting, total_budget, start_on, end_on } = campaign;
  const asked = { type, categories, language, strategy, targeting, total_budget, start_on, end_on };
  const settings = useDebouncedValue(JSON.stringify({ ...asked, campaign: campaign.id }), restMs);
  const ordered = start_on === null || end_on === null || start_on <= end_on;
  return useCall("forecastCampaign", { body: JSON.parse(settings) }, { keep: true, staleMs: 60_000, enabled: ordered });
}
