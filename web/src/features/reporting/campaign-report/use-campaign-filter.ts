import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import { addDays, type DateRange, rangeOf, todayOn } from "../../../ui/inputs/date-range.ts";
import { useQueryParams } from "../../../ui/use-query-params.ts";
import type { DashboardFilter } from "../use-filter.ts";
import { useLive } from "../use-live.ts";

/** The longest period that the API reports on. */
const maxDays = 731;

/** From the first day of delivery to today, or to the last day of an ended campaign. */
export function wholeRun(campaign: Pick<Campaign, "start_on" | "end_on" | "activated_at">, today: string): DateRange {
  const activated = campaign.activated_at ? todayOn("Europe/Zurich", new Date(campaign.activated_at)) : today;
  const first = campaign.start_on && campaign.start_on > activated ? campaign.start_on : activated;
  const to = campaign.end_on && campaign.end_on < today ? campaign.end_on : today;
  const earliest = addDays(to, 1 - maxDays);
  const from = first < earliest ? earliest : first;
  return from > to ? { from: to, to } : { from, to };
}

/** The filter of a campaign's page: its whole run unless the URL names a period. */
export function useCampaignFilter(campaign: Campaign) {
  const [params, change] = useQueryParams();
  const today = todayOn();
  const run = wholeRun(campaign, today);
  const range = rangeOf(params) ?? run;
  const live = range.to >= today;
  const refreshMs = useLive(live, range.to);
  const filter: DashboardFilter = {
    range,
    campaignId: campaign.id,
    site: null,
    region: null,
    live,
    refreshMs,
    owner: null,
  };
  return { filter, today, run, setRange: ({ from, to }: DateRange) => change({ from, to }) };
}
