import { useTranslation } from "react-i18next";
import { useCall } from "../../../api/use-call.ts";
import { formatAbout } from "../../../i18n/format.ts";
import { helpfulFix } from "./helpful-fix.ts";
import type { Fix } from "./use-report-text.ts";

/** The link that changes a campaign's health; `figures`: what the settings leave a day, and what the budget needs. */
export function useFix(campaignId: number, fix: Fix | null): (Fix & { figures: string | null }) | null {
  const { t } = useTranslation("campaign-report");
  const forecast = useCall(
    "listCampaignSuggestions",
    { params: { userCampaign: campaignId } },
    { staleMs: 60_000, keep: true, enabled: fix?.widens === true },
  );
  const helped = helpfulFix(fix, forecast.data);
  if (!helped) return null;
  const { per_day, needed_per_day } = helped.needed ?? { per_day: 0, needed_per_day: null };
  const figures =
    needed_per_day === null
      ? null
      : t("fix.figures", { number: formatAbout(per_day), needed: formatAbout(needed_per_day) });
  return { ...helped, figures };
}
