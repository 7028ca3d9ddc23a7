import { useCall } from "../../api/use-call.ts";
import { formatDate, formatDateTime, formatNumber } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { DateRangePicker } from "../../ui/inputs/date-range-picker.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import { usePeriod } from "../../ui/tables/use-period.ts";
import { AdDaysChart } from "./ad-days-chart.tsx";
import { AdPartPanel } from "./ad-part-panel.tsx";
import { Choice } from "./choice.tsx";
import styles from "./connections.module.css";
import { GoogleAdsTable } from "./google-ads-table.tsx";
import { AdFigures } from "./search-ads-panel.tsx";
import { GapNote } from "./source-state.tsx";

const maxUsers = 100;

/** Search advertising of every user with a connected account, for the super admin (ROUTE-024). */
export function GoogleAdsPage() {
  const { t } = useTranslation("connections");
  const { range, today, setRange, chosen, write } = usePeriod();
  const users = useCall("listGoogleAdsUsers", { query: { per_page: maxUsers } });
  const [user, account, campaign] = [chosen("user"), chosen("account"), chosen("campaign")];
  const who = user ? { user } : {};
  const query = { ...range, ...who, ...(account ? { account } : {}), ...(campaign ? { campaign } : {}) };
  const total = useCall("showGoogleAdsStatistic", { query }, { keep: true, staleMs: 60_000 });
  const chart = useCall("showGoogleAdsImpressionsClicksChart", { query }, { keep: true, staleMs: 60_000 });
  const accounts = useCall("listGoogleAdsAccounts", { query: who }, { keep: true, staleMs: 60_000 });
  const campaigns = useCall("listGoogleAdsCampaigns", { query: { ...range, ...who } }, { keep: true, staleMs: 60_000 });
  const { data } = total;
  const failed = total.error ?? users.error;
  const shownUser = data?.user ?? undefined;
  return (
    <>
      <PageHeading
        lead={data?.fetched_at && t("fetched", { at: formatDateTime(data.fetched_at) })}
        actions={<DateRangePicker value={range} max={today} onChange={setRange} />}
      >
        {data?.connected && !data.problem
          ? t("googleAds.heading", {
              count: data.impressions,
              number: formatNumber(data.impressions),
              from: formatDate(range.from),
              to: formatDate(range.to),
            })
          : t("googleAds.title")}
      </PageHeading>
      {failed && (!data || !users.data) ? (
        <Card>
          <ErrorState title={t("failed")} error={failed} onRetry={() => void total.refetch()} />
        </Card>
      ) : data && !data.connected ? (
        <Card>
          <EmptyState title={t("googleAds.none")}>{t("googleAds.noneText")}</EmptyState>
        </Card>
      ) : (
        <div className={styles.panels}>
          <div className={styles.filters}>
            <Choice
              label={t("googleAds.user")}
              everything={t("googleAds.latest")}
              options={users.data?.data.map((each) => ({
                value: each.uid,
                label: `${each.full_name || each.email || each.uid}, ${each.account_name}`,
              }))}
              value={user ?? shownUser}
              onChange={(value) => write({ user: value, account: null, campaign: null })}
            />
            <Choice
              label={t("googleAds.account")}
              everything={t("googleAds.allAccounts")}
              options={accounts.data?.data.map(({ id, name }) => ({ value: id, label: name }))}
              value={account}
              onChange={(value) => write({ account: value, campaign: null })}
            />
            <Choice
              label={t("googleAds.campaign")}
              everything={t("googleAds.allCampaigns")}
              options={campaigns.data?.data
                .filter((each) => account === undefined || each.account_id === account)
                .map(({ id, name }) => ({ value: id, label: name }))}
              value={campaign}
              onChange={(value) => write({ campaign: value })}
            />
          </div>
          {data?.problem && <Note tone="warn">{t(`ofUser.${data.problem}`)}</Note>}
          <GapNote gaps={data?.gaps} />
          <Card flush>
            <AdFigures figures={data} />
            <div className={styles.chart}>
              {chart.data ? <AdDaysChart days={daysOf(chart.data.series)} /> : <Skeleton height={270} />}
            </div>
          </Card>
          <GoogleAdsTable query={query} />
          <div className={styles.cards}>
            {(["device", "weekday", "network"] as const).map((part) => (
              <AdPartPanel key={part} part={part} query={query} />
            ))}
          </div>
        </div>
      )}
    </>
  );
}

type Series = { key: "impressions" | "clicks"; points: { date: string; value: number }[] }[];

function daysOf(series: Series) {
  const clicks = new Map(series.find(({ key }) => key === "clicks")?.points.map(({ date, value }) => [date, value]));
  const seen = series.find(({ key }) => key === "impressions")?.points ?? [];
  return seen.map(({ date, value }) => ({ date, impressions: value, clicks: clicks.get(date) ?? 0 }));
}
