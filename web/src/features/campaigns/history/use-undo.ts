import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import { call } from "../../../api/api.ts";
import { attempt } from "../../../api/attempt.ts";
import { refreshSession } from "../../../api/enter-session.ts";
import { useChange } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";

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

/** Undoes a change of a campaign's history and says so, also whether the previous values go to review. */
export function useUndo(campaign: Pick<Campaign, "id" | "name">) {
  const { t } = useTranslation("campaigns");
  const undo = useChange("undoCampaignChange", [
    ...afterSettings,
    "listCampaignCreatives",
    "showCreativeForms",
    "checkCampaignReadiness",
  ]);
  const params = { userCampaign: campaign.id };
  const run = async (change: number): Promise<void> => {
    const before = await call("showCampaignReview", { params });
    await undo.mutateAsync({ params: { ...params, change } });
    // The side menu shows the balance of the session.
    await refreshSession();
    const { status, submitted_at } = await call("showCampaignReview", { params });
    const isHeld = status === "pending" && submitted_at !== before.submitted_at;
    showSnackbar(t(isHeld ? "change.undoneReview" : "change.undone", { name: campaign.name }));
  };
  return {
    busy: undo.isPending,
    undo: (change: number) => attempt(() => run(change)),
  };
}
