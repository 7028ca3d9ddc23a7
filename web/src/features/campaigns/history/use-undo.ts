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

/** Undoes a change of a campaign's history and says so, also whether the previous values go to review. `announce` says that a change is saved, and offers its undo. */
export function useUndo(campaign: Pick<Campaign, "id" | "name">) {
  const { t } = useTranslation("campaigns");
  const undo = useChange("undoCampaignChange", [
    ...afterSettings,
    "listCampaignCreatives",
    "showCreativeForms",
    "checkCampaignReadiness",
  ]);
  const run = async (change: number): Promise<void> => {
    const { needs_review } = await undo.mutateAsync({ params: { userCampaign: campaign.id, change } });
    showSnackbar(t(needs_review ? "change.undoneReview" : "change.undone", { name: campaign.name }));
    // The side menu shows the balance of the session.
    await refreshSession();
  };
  const undoEntry = (change: number) => attempt(() => run(change));
  const announce = async (text: string): Promise<void> => {
    const query = { page: 1, per_page: 1 };
    // Without its entry the change is saved all the same, and the history offers the undo.
    const changes = await call("listCampaignChanges", { params: { userCampaign: campaign.id }, query }).catch(
      () => null,
    );
    const entry = changes?.data[0];
    const action = entry?.undoable ? { label: t("change.undo"), act: () => void undoEntry(entry.id) } : undefined;
    showSnackbar(text, action);
  };
  return { busy: undo.isPending, undo: undoEntry, announce };
}
