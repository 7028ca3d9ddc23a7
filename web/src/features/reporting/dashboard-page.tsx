import { isStaff, type Role } from "@litfass/contract/kernel/roles";
import { maxReportDays } from "@litfass/contract/reporting/report-limits";
import { Plus } from "lucide-react";
import { mayCall } from "../../api/may-call.ts";
import { useUser } from "../../api/session.ts";
import { useCall } from "../../api/use-call.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../ui/feedback/skeleton.tsx";
import { addDays } from "../../ui/inputs/date-range.ts";
import { DateRangePicker } from "../../ui/inputs/date-range-picker.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { lazyPart } from "../../ui/layout/lazy-part.tsx";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import styles from "./dashboard.module.css";
import { FilterBar } from "./filter-bar.tsx";
import { CampaignPanel } from "./panels/campaign-panel.tsx";
import { DailyPanel } from "./panels/daily-panel.tsx";
import { DevicePanel, WeekdayPanel } from "./panels/device-panels.tsx";
import { CityPanel, ReachPanel } from "./panels/place-panels.tsx";
import { PlaybackPanel } from "./panels/playback-panel.tsx";
import { PeoplePanel } from "./panels/reach-panel.tsx";
import { SilentNote } from "./panels/silent-note.tsx";
import { SitePanel } from "./panels/site-panel.tsx";
import { TrafficPanel } from "./panels/traffic-panel.tsx";
import { ViewabilityPanel } from "./panels/viewability-panel.tsx";
import { ReportActions } from "./sharing/report-actions.tsx";
import { queryOf, useDashboardFilter } from "./use-filter.ts";
import { useReportHeading } from "./use-report-heading.ts";

const placeOfList = (
  <Card flush>
    <SkeletonRows rows={8} />
  </Card>
);
const SelectedCampaignPanels = lazyPart(
  async () => (await import("./panels/selected-campaign-panels.tsx")).SelectedCampaignPanels,
  placeOfList,
);
const ReconciliationPanel = lazyPart(
  async () => (await import("./panels/reconciliation-panel.tsx")).ReconciliationPanel,
  placeOfList,
);

const ReconciliationNote = lazyPart(async () => (await import("./panels/reconciliation-note.tsx")).ReconciliationNote);

const WorkList = lazyPart(
  async () => (await import("./work-list.tsx")).WorkList,
  <Card flush>
    <SkeletonRows rows={1} />
  </Card>,
);
/** In the shape of what comes: a sentence and a few rows. */
const placeOfHome = (
  <>
    <PageHeading placeholder="00 000 00000 000 0000"> </PageHeading>
    <Card flush>
      <SkeletonRows rows={3} />
    </Card>
  </>
);
const StaffHome = lazyPart(async () => (await import("./staff-home.tsx")).StaffHome, placeOfHome);
const FirstSteps = lazyPart(async () => (await import("./first-steps.tsx")).FirstSteps, placeOfHome);

/** The first day with a campaign, limited to a report's maximum. */
function earliest(starts: readonly string[], today: string): string | undefined {
  const first = starts[0];
  const oldest = addDays(today, 1 - maxReportDays);
  return first !== undefined && first < oldest ? oldest : first;
}

/** The roles that see the reconciliation of panels, events and ledger. */
const comparers: readonly Role[] = ["super_admin", "admin", "tech_admin"];

/**
 * The dashboard: campaign results of a period, live if the period includes today (ROUTE-001). Staff see what waits for
 * them first. With an `owner`, one customer's dashboard for staff.
 */
export function DashboardPage({ owner = null }: { owner?: string | null }) {
  const { t } = useTranslation("reporting");
  const user = useUser();
  const { filter, today, setRange, setOwner, ...choose } = useDashboardFilter(owner);
  const query = queryOf(filter);
  const totals = useCall("showStatistics", { query }, { keep: true, everyMs: filter.refreshMs });
  const advertises = user !== null && !isStaff(user.user_role);
  const comparesBooks = owner === null && user !== null && comparers.includes(user.user_role);
  // Until the figures of a new period have loaded, the heading describes those displayed.
  const shownRange = totals.data ? { from: totals.data.from, to: totals.data.to } : filter.range;
  const campaigns = useCall(
    "listStatisticCampaigns",
    { query: { owner: filter.owner ?? undefined } },
    { staleMs: 60_000 },
  );
  const starts = (campaigns.data ?? []).flatMap(({ started_on }) => (started_on === null ? [] : [started_on])).sort();
  const heading = useReportHeading({
    impressions: totals.data?.impressions,
    range: shownRange,
    today,
    own: owner === null && advertises,
  });

  const isUnfiltered = filter.campaignId === null && filter.site === null && filter.region === null;
  if (advertises && (totals.data?.campaigns === 0 || (isUnfiltered && filter.live && totals.data?.impressions === 0))) {
    if (campaigns.isPending) return placeOfHome;
    // Ads that were never shown have no figures, only steps to take.
    if (starts[0] === undefined || starts[0] >= filter.range.from) return <FirstSteps user={user} />;
  }

  const works = owner === null && user !== null && isStaff(user.user_role);
  if (works && filter.owner === null && totals.data?.campaigns === 0) return <StaffHome />;
  const choosesOwner = works && mayCall(user, "listCampaignOwners");
  const filters = <FilterBar filter={filter} setOwner={choosesOwner ? setOwner : undefined} {...choose} />;
  return (
    <>
      <PageHeading
        placeholder={totals.isPending && heading}
        actions={
          <>
            <DateRangePicker value={filter.range} max={today} start={earliest(starts, today)} onChange={setRange} />
            <ReportActions filter={filter} />
            {advertises && (
              <ButtonLink to="/campaigns/create" variant="primary" icon={Plus}>
                {t("new")}
              </ButtonLink>
            )}
          </>
        }
      >
        {totals.data ? heading : t("title")}
      </PageHeading>
      {works && <WorkList />}
      {totals.error && !totals.data ? (
        <Card>
          <ErrorState title={t("failed")} error={totals.error} onRetry={() => void totals.refetch()} />
        </Card>
      ) : totals.data?.campaigns === 0 ? (
        <div className={styles.panels}>
          {choosesOwner && filters}
          <Card>
            <EmptyState title={t("none.title")}>{t("none.owner")}</EmptyState>
          </Card>
        </div>
      ) : (
        <div className={styles.panels}>
          {comparesBooks && <ReconciliationNote />}
          <SilentNote owner={filter.owner} base={owner === null ? "/campaigns" : `/users/${owner}/campaigns`} />
          {filters}
          <DailyPanel filter={filter} totals={totals.data} isStale={totals.isPlaceholderData} today={today} />
          {filter.campaignId === null ? (
            <CampaignPanel filter={filter} showsOwner={choosesOwner} />
          ) : (
            <SelectedCampaignPanels filter={filter} campaignId={filter.campaignId} />
          )}
          <div className={styles.three}>
            <ViewabilityPanel totals={totals.data} />
            <WeekdayPanel filter={filter} />
            <DevicePanel filter={filter} />
          </div>
          <div className={styles.two}>
            <ReachPanel filter={filter} />
            <CityPanel filter={filter} />
          </div>
          <div className={classNames(styles.two, styles.sites)}>
            <SitePanel filter={filter} />
            <div className={styles.panels}>
              <PeoplePanel filter={filter} />
              <TrafficPanel filter={filter} />
              <PlaybackPanel filter={filter} medium="video" />
              <PlaybackPanel filter={filter} medium="audio" />
            </div>
          </div>
          {comparesBooks && <ReconciliationPanel />}
        </div>
      )}
    </>
  );
}
