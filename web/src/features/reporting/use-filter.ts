import type { DateRange } from "../../ui/inputs/date-range.ts";
import { usePeriod } from "../../ui/tables/use-period.ts";
import { useLive } from "./use-live.ts";

/** The dashboard's filter: a period and optionally one campaign, site or region. Stored in the address. */
export type DashboardFilter = {
  range: DateRange;
  campaignId: number | null;
  /** One website or app, and one region (ISO 3166-2); null for all. */
  site: string | null;
  region: string | null;
  /** The period includes today, so figures still change. */
  live: boolean;
  /** How often panels poll. */
  refreshMs: number | false;
  /** Only this customer's campaigns; null for everything the viewer may see. */
  owner: string | null;
};

/**
 * The filter in the address; defaults to the last 30 days (UI-DASH-010).
 * @param of the only customer whose figures the screen shows; otherwise the address may name one
 */
export function useDashboardFilter(of: string | null) {
  const { range, today, setRange, chosen, write } = usePeriod();
  const campaign = Number(chosen("campaign"));
  const campaignId = Number.isInteger(campaign) && campaign > 0 ? campaign : null;
  const live = range.to >= today;
  const refreshMs = useLive(live, range.to);
  return {
    filter: {
      range,
      campaignId,
      site: chosen("site") ?? null,
      region: chosen("region") ?? null,
      live,
      refreshMs,
      owner: of ?? chosen("owner") ?? null,
    } satisfies DashboardFilter,
    today,
    setRange,
    setCampaign: (id: number | null) => write({ campaign: id === null ? null : String(id) }),
    /** Another customer has other campaigns, sites and regions. */
    setOwner: (owner: string | null) => write({ owner, campaign: null, site: null, region: null, c_page: null }),
    setSite: (site: string | null) => write({ site }),
    setRegion: (region: string | null) => write({ region }),
  };
}

/** The filter as API parameters. */
export const queryOf = ({ range, campaignId, site, region, owner }: DashboardFilter) => ({
  from: range.from,
  to: range.to,
  ...(campaignId === null ? {} : { campaign_ids: String(campaignId) }),
  ...(site === null ? {} : { sites: [site] }),
  ...(region === null ? {} : { regions: [region] }),
  owner: owner ?? undefined,
});
