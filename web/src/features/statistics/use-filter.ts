import { useSearchParams } from "react-router";
import { addDays, type DateRange, todayOn } from "../../ui/date-range.ts";
import { useLive } from "./use-live.ts";

/** What every panel of the dashboard shows: a period and, where chosen, one campaign, site or region. Kept in the address. */
export type DashboardFilter = {
  range: DateRange;
  campaignId: number | null;
  /** One website or app, and one region (ISO 3166-2); null for all. */
  site: string | null;
  region: string | null;
  /** The period holds today: figures still move. */
  live: boolean;
  /** How often panels fetch anew by themselves. */
  refreshMs: number | false;
  /** Only this customer's campaigns; null for all that the viewer sees. */
  owner: string | null;
};

const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text);

/** The last 30 days unless the address says otherwise (UI-DASH-010). */
export function useDashboardFilter(owner: string | null) {
  const [params, setParams] = useSearchParams();
  const today = todayOn();
  const from = params.get("from");
  const to = params.get("to");
  const range = isDay(from) && isDay(to) && from <= to ? { from, to } : { from: addDays(today, -29), to: today };
  const campaign = Number(params.get("campaign"));
  const campaignId = Number.isInteger(campaign) && campaign > 0 ? campaign : null;
  const write = (values: Record<string, string | null>) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(values)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const live = range.to >= today;
  const refreshMs = useLive(live);
  return {
    filter: {
      range,
      campaignId,
      site: params.get("site"),
      region: params.get("region"),
      live,
      refreshMs,
      owner,
    } satisfies DashboardFilter,
    today,
    setRange: (next: DateRange) => write({ from: next.from, to: next.to }),
    setCampaign: (id: number | null) => write({ campaign: id === null ? null : String(id) }),
    setSite: (site: string | null) => write({ site }),
    setRegion: (region: string | null) => write({ region }),
  };
}

/** The filter as the calls take it. */
export const queryOf = ({ range, campaignId, site, region, owner }: DashboardFilter) => ({
  from: range.from,
  to: range.to,
  ...(campaignId === null ? {} : { campaign_ids: String(campaignId) }),
  ...(site === null ? {} : { sites: [site] }),
  ...(region === null ? {} : { regions: [region] }),
  ...(owner === null ? {} : { owner }),
});
