import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { problemText } from "../../../api/api-error.ts";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatAbout } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { Card } from "../../../ui/layout/card.tsx";
import text from "../../../ui/layout/text.module.css";
import { afterSettings, useUndo } from "../history/use-undo.ts";
import { isEnough } from "../report/helpful-fix.ts";
import styles from "./suggestion-list.module.css";
import { changeOf, type Suggestion, SuggestionList } from "./suggestion-list.tsx";

/** Suggested changes of the target group with their effect, each applied by one click. */
export function SuggestionsPanel({ campaign, isBehind }: { campaign: Campaign; isBehind: boolean }) {
  const { t } = useTranslation("campaign-report");
  const params = { userCampaign: campaign.id };
  const found = useCall("listCampaignSuggestions", { params }, { staleMs: 60_000, keep: true });
  const change = useChange("changeCampaign", afterSettings);
  const { announce } = useUndo(campaign);
  const { data } = found;
  const enough = data !== undefined && isEnough(data);
  const place = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const isAskedFor = hash === "#help" && data !== undefined;
  // The link of the campaign list leads here, far below the top of the page on a phone.
  useEffect(() => {
    if (!isAskedFor) return;
    place.current?.scrollIntoView({ block: "center" });
    place.current?.focus({ preventScroll: true });
  }, [isAskedFor]);

  async function apply(suggestion: Suggestion): Promise<void> {
    try {
      await change.mutateAsync({ params, body: changeOf(suggestion) });
      await announce(t("help.applied", { name: campaign.name }));
    } catch (error) {
      showSnackbar(problemText(error));
    }
  }

  return (
    <Card title={t("help.title")}>
      <div ref={place} tabIndex={-1}>
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
      </div>
    </Card>
  );
}
