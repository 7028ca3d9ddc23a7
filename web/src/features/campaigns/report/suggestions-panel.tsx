import type { CampaignSuggestions } from "@litfass/contract/campaigns/campaign-suggestions";
import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCall, useChange } from "../../../api/use-call.ts";
import { formatAbout } from "../../../i18n/format.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { showSnackbar } from "../../../ui/feedback/snackbar-store.ts";
import { Card } from "../../../ui/layout/card.tsx";
import text from "../../../ui/layout/text.module.css";
import { isEnough } from "./helpful-fix.ts";
import styles from "./report.module.css";

type Suggestion = CampaignSuggestions["suggestions"][number];

/** Suggested changes of the target group with their effect, each applied by one click. */
export function SuggestionsPanel({ campaign, isBehind }: { campaign: Campaign; isBehind: boolean }) {
  const { t } = useTranslation("campaign-report");
  const [busy, setBusy] = useState<string | null>(null);
  const params = { userCampaign: campaign.id };
  const found = useCall("listCampaignSuggestions", { params }, { staleMs: 60_000, keep: true });
  const change = useChange("changeCampaign", ["showCampaign", "listCampaignSuggestions", "listCampaignChanges"]);
  const { data } = found;
  const enough = data !== undefined && isEnough(data);

  async function apply({ kind, targeting }: Suggestion): Promise<void> {
    setBusy(kind);
    try {
      await change.mutateAsync({ params, body: { targeting } });
      showSnackbar(t("help.applied", { name: campaign.name }));
    } catch (error) {
      showSnackbar(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(null);
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
            <p className={styles.nothing}>{t(isBehind ? "help.noneBehind" : "help.none")}</p>
          ) : (
            <ul className={styles.suggestions}>
              {data.suggestions.map((each) => (
                <li key={each.kind}>
                  <span>
                    <strong>{t(`help.kind.${each.kind}`, { km: each.radius_km ?? 0 })}</strong>
                    <small>
                      {t(
                        data.needed_per_day !== null && each.per_day < data.needed_per_day
                          ? "help.perDayShort"
                          : "help.perDay",
                        { number: formatAbout(each.per_day) },
                      )}
                    </small>
                  </span>
                  <Button
                    small
                    busy={busy === each.kind}
                    disabled={busy !== null}
                    aria-label={`${t("apply")}: ${t(`help.kind.${each.kind}`, { km: each.radius_km ?? 0 })}`}
                    onClick={() => void apply(each)}
                  >
                    {t("apply")}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Card>
  );
}
