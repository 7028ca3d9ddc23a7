import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatAbout } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { Card } from "../../../ui/layout/card.tsx";
import text from "../../../ui/layout/text.module.css";
import { isEnough } from "../report/helpful-fix.ts";
import styles from "./suggestion-list.module.css";
import { changeOf, type Suggestion, SuggestionList } from "./suggestion-list.tsx";

/** Suggested changes of the target group with their effect, each applied by one click. */
export function SuggestionsPanel({ campaign, isBehind }: { campaign: Campaign; isBehind: boolean }) {
  const { t } = useTranslation("campaign-report");
  const params = { userCampaign: campaign.id };
  const found = useCall("listCampaignSuggestions", { params }, { staleMs: 60_000, keep: true });
  const change = useChange("changeCampaign", ["showCampaign", "listCampaignSuggestions", "listCampaignChanges"]);
  const { data } = found;
  const enough = data !== undefined && isEnough(data);

  async function apply(suggestion: Suggestion): Promise<void> {
    try {
      await change.mutateAsync({ params, body: changeOf(suggestion) });
      showSnackbar(t("help.applied", { name: campaign.name }));
    } catch (error) {
      showSnackbar(error instanceof Error ? error.message : String(error));
    }
  }

  return (
    <Card title={t("help.title")}>
      {found.error && !data ? (
        <ErrorState title={t("help.failed")} error={found.error} onRetry={() => void found.refetch()} />
      ) : !data ? (
        <SkeletonRows rows={3} />
      ) : (
        <>
          <p className={text.secondary}>
            {enough
              ? t("help.enough", { number: formatAbout(data.per_day), needed: formatAbout(data.needed_per_day ?? 0) })
              : data.needed_per_day === null
                ? t("help.now", { number: formatAbout(data.per_day) })
                : t("help.needed", { number: formatAbout(data.per_day), needed: formatAbout(data.needed_per_day) })}
          </p>
          {enough || data.suggestions.length === 0 ? (
            <p className={styles.none}>{t(isBehind ? "help.noneBehind" : "help.none")}</p>
          ) : (
            <SuggestionList found={data} onApply={apply} />
          )}
        </>
      )}
    </Card>
  );
}
