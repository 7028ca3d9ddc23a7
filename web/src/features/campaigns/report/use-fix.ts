import { useCall } from "../../../api/use-call.ts";
import { helpfulFix } from "./helpful-fix.ts";
import type { Fix } from "./use-report-text.ts";

/** The link that changes a campaign's health. */
export function useFix(campaignId: number, fix: Fix | null): Fix | null {
  const forecast = useCall(
    "listCampaignSuggestions",
    { params: { userCampaign: campaignId } },
    { staleMs: 60_000, keep: true, enabled: fix?.widens === true },
  );
  return helpfulFix(fix, forecast.data);
}
