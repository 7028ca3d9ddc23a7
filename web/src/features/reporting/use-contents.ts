import { useCall } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { daysIn } from "../../ui/inputs/date-range.ts";
import { useRangeText } from "../../ui/tables/use-range-text.ts";
import { type DashboardFilter, queryOf } from "./use-filter.ts";

/** The campaigns of a report as API parameters, and a description of what its link or e-mail shows. */
export function useContents(filter: DashboardFilter) {
  const { t } = useTranslation("reporting");
  const rangeText = useRangeText();
  const { campaignId, owner, site, region, range, live } = filter;
  const campaigns = useCall("listStatisticCampaigns", { query: owner === null ? {} : { owner } }).data;
  const regions = useCall(
    "listRegionFilters",
    { query: { ...queryOf(filter), regions: undefined } },
    { enabled: region !== null },
  ).data;
  const about =
    campaignId === null
      ? t(owner === null ? "campaigns.allInWords" : "campaigns.allOfOne")
      : (campaigns?.find(({ value }) => value === campaignId)?.text ?? String(campaignId));
  const period = live ? t("share.lastDays", { count: daysIn(range) }) : rangeText(range);
  const parts = [
    about,
    ...(site === null ? [] : [site]),
    ...(region === null ? [] : [regions?.find(({ value }) => value === region)?.text ?? region]),
    period,
  ];
  return {
    subject: { campaign_ids: campaignId === null ? [] : [campaignId], owner },
    campaigns: about,
    link: parts.join(", "),
  };
}
