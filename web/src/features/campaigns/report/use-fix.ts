import { useCall } from "../../../api/use-call.ts";
import { helpfulFix } from "./helpful-fix.ts";
import type { Fix } from "./use-report-text.ts";

/** The link that changes a campaign's health, and one that the forecast has yet to confirm. */
export function useFix(campaignId: number, fix: Fix | null): { fix: Fix | null; unconfirmed: Fix | null } {
  const forecast = useCall(
    "listCampaignSuggestions",
    { params: { userCampaign: campaignId } },
    { staleMs: 60_000, keep: true, enabled: fix?.widens === true },
  );
  return { fix: helpfulFix(fix, forecast.data), unconfirmed: fix?.widens && forecast.isPending ? fix : null };
}
