import type { WizardStep } from "@litfass/contract/campaigns/campaigns";
import type { ForecastRange } from "@litfass/contract/campaigns/forecast";
import { useCall } from "../../../api/use-call.ts";
import { formatMoney, formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { Note } from "../../../ui/feedback/note.tsx";
import { changeOf, type Suggestion, SuggestionList } from "../suggestions/suggestion-list.tsx";
import { forecastSpan } from "./forecast/forecast-span.ts";
import type { Draft } from "./use-draft.ts";
import styles from "./wizard.module.css";

type ShortNoteProps = {
  shortfall: { brings: ForecastRange; bought: number };
  draft: Draft;
  onGo: (step: WizardStep) => void;
};

/** Says that the budget buys more than the settings bring, with what would help by one click. */
export function ShortNote({ shortfall: { brings, bought }, draft, onGo }: ShortNoteProps) {
  const { t } = useTranslation("campaigns");
  const { t: report } = useTranslation("campaign-report");
  const { campaign } = draft;
  const params = { userCampaign: campaign.id };
  const found = useCall("listCampaignSuggestions", { params }, { staleMs: 0, keep: true });

  async function apply(suggestion: Suggestion): Promise<void> {
    draft.change(changeOf(suggestion));
    await draft.flush();
    await found.refetch();
  }

  return (
    <>
      <Note tone="warn">
        {t("forecast.short", {
          range: forecastSpan(t, brings),
          bought: formatNumber(bought),
          amount: formatMoney(campaign.total_budget ?? 0, campaign.currency),
        })}{" "}
        <button type="button" className={styles.fixLink} onClick={() => onGo("budget")}>
          {t("step.budget")}
        </button>
      </Note>
      {found.error && !found.data && (
        <ErrorState title={report("help.failed")} error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.data && found.data.suggestions.length > 0 && <SuggestionList found={found.data} onApply={apply} />}
    </>
  );
}
