import { amountOfMinor } from "@litfass/contract/kernel/money";
import { defaultCampaigns } from "@litfass/contract/settings/default-campaigns";
import type { CallResult } from "../../api/api.ts";
import { useCall } from "../../api/use-call.ts";

const builtIn = { ...defaultCampaigns, monthly_budget: amountOfMinor(defaultCampaigns.monthly_budget) };

/** What the operator proposes for new campaigns; the built-in values until the site's information is loaded. */
export function useCampaignDefaults(): CallResult<"showSite">["campaign_defaults"] {
  const { data } = useCall("showSite", {}, { staleMs: Number.POSITIVE_INFINITY });
  return data?.campaign_defaults ?? builtIn;
}
