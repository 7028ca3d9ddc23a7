import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import { attempt } from "../../../api/attempt.ts";
import { refreshSession } from "../../../api/enter-session.ts";
import { useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";

/** What a changed setting appears in. */
export const afterSettings = [
  "listCampaigns",
  "listUserCampaigns",
  "showCampaign",
  "showCampaignOverview",
  "showCampaignReview",
  "listCampaignOverviews",
  "listCampaignChanges",
  "listCampaignSuggestions",
  "listTransactions",
  "showBudget",
] as const;

/** Undoes a change of a campaign's history and says so. */
export function useUndo(campaign: Pick<Campaign, "id" | "name">) {
  const { t } = useTranslation("campaigns");
  const undo = useChange("undoCampaignChange", [
    ...afterSettings,
    "listCampaignCreatives",
    "showCreativeForms",
    "checkCampaignReadiness",
  ]);
  const run = async (change: number): Promise<void> => {
    await undo.mutateAsync({ params: { userCampaign: campaign.id, change } });
    // The side menu shows the balance of the session.
    await refreshSession();
  };
  return {
    busy: undo.isPending,
    undo: (change: number) => attempt(() => run(change), t("change.undone", { name: campaign.name })),
  };
}
