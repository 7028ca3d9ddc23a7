import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import type { CampaignOverview } from "@litfass/contract/reporting/campaign-overview";
import type { ReactNode } from "react";
import { useCall } from "../../../api/use-call.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { classNames } from "../../../ui/class-names.ts";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { DateRangePicker } from "../../../ui/inputs/date-range-picker.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { InView } from "../../../ui/layout/in-view.tsx";
import dashboard from "../dashboard.module.css";
import { DeliveryPanel } from "../panels/delivery-panel.tsx";
import { DevicePanel, WeekdayPanel } from "../panels/device-panels.tsx";
import { HourPanel } from "../panels/hour-panel.tsx";
import { ReachPanel } from "../panels/place-panels.tsx";
import { PlaybackPanel } from "../panels/playback-panel.tsx";
import { PeoplePanel } from "../panels/reach-panel.tsx";
import { SitePanel } from "../panels/site-panel.tsx";
import { ReportActions } from "../sharing/report-actions.tsx";
import { queryOf } from "../use-filter.ts";
import { BannersPanel } from "./banners-panel.tsx";
import { CampaignChart } from "./campaign-chart.tsx";
import styles from "./campaign-panels.module.css";
import { PlanProgress } from "./plan-progress.tsx";
import { SpendPanel } from "./spend-panel.tsx";
import { useCampaignFilter } from "./use-campaign-filter.ts";

type CampaignPanelsProps = {
  campaign: Campaign;
  overview: CampaignOverview;
  /** Suggestions, next to the funnel. */
  help: ReactNode;
  timeline: ReactNode;
  /** How conversions are measured. */
  conversions: ReactNode;
};

/** About as high as the content, to avoid layout shifts. */
const place = (rows: number) => (
  <Card flush>
    <SkeletonRows rows={rows} />
  </Card>
);

/** All figures of one campaign: key figures first, the rest when scrolled into view. */
export function CampaignPanels({ campaign, overview, help, timeline, conversions }: CampaignPanelsProps) {
  const { t } = useTranslation("campaign-report");
  const { filter, today, run, setRange } = useCampaignFilter(campaign);
  const totals = useCall("showStatistics", { query: queryOf(filter) }, { keep: true, everyMs: filter.refreshMs });
  // Until the first impression there is nothing to divide by place, site or hour.
  const wasShown = overview.impressions > 0;
  return (
    <div className={dashboard.panels}>
      <PlanProgress campaign={campaign} overview={overview} today={today} />
      <div className={styles.period}>
        <DateRangePicker label={t("period")} value={filter.range} max={today} start={run.from} onChange={setRange} />
        <ReportActions filter={filter} sharing={false} />
      </div>
      <CampaignChart
        campaign={campaign}
        overview={overview}
        filter={filter}
        totals={totals.isPlaceholderData ? undefined : totals.data}
        today={today}
      />
      <div className={styles.delivery}>
        <DeliveryPanel filter={filter} campaignId={campaign.id} health={overview.health} />
        <div className={dashboard.panels}>
          {help}
          {wasShown && (
            <InView placeholder={place(4)}>
              <DevicePanel filter={filter} />
            </InView>
          )}
        </div>
      </div>
      {campaign.type === "display" ? (
        <InView placeholder={place(4)}>
          <BannersPanel filter={filter} campaignId={campaign.id} />
        </InView>
      ) : (
        <InView placeholder={place(5)}>
          <PlaybackPanel filter={filter} medium={campaign.type} />
        </InView>
      )}
      {conversions}
      {wasShown && (
        <>
          <InView placeholder={place(10)}>
            <div className={classNames(dashboard.two, dashboard.sites)}>
              <SitePanel filter={filter} />
              <PeoplePanel filter={filter} />
            </div>
          </InView>
          <InView placeholder={place(10)}>
            <div className={dashboard.two}>
              <ReachPanel filter={filter} first="region" />
              <div className={dashboard.panels}>
                <HourPanel filter={filter} />
                <WeekdayPanel filter={filter} />
              </div>
            </div>
          </InView>
        </>
      )}
      <InView placeholder={place(6)}>
        <SpendPanel filter={filter} campaignId={campaign.id} />
        {timeline}
      </InView>
    </div>
  );
}
