import { useCall } from "../../api/use-call.ts";
import { formatDate, formatNumber } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { DateRangePicker } from "../../ui/inputs/date-range-picker.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { PageHeading } from "../../ui/layout/page-heading.tsx";
import { usePeriod } from "../../ui/tables/use-period.ts";
import { CombinedPanel } from "./combined-panel.tsx";
import styles from "./connections.module.css";
import { SearchAdsPanel } from "./search-ads-panel.tsx";
import { WebsitePanel } from "./website-panel.tsx";

const sources = "google_ads,google_analytics,facebook";

/** All sources of figures for one period: this platform and the connected accounts (ROUTE-025). */
export function AnalyticsPage() {
  const { t } = useTranslation("connections");
  const period = usePeriod();
  const { range, today, setRange, chosen, write } = period;
  const only = chosen("only");
  const query = { ...range, source: sources };
  const all = useCall("showStatistics", { query }, { keep: true, staleMs: 60_000 });
  const part = useCall(
    "showStatistics",
    { query: { ...query, ...(only ? { only } : {}) } },
    { keep: true, staleMs: 60_000 },
  );
  const site = all.data?.sources?.find(({ source }) => source === "google_analytics");
  const ads = all.data?.sources?.reduce((sum, { impressions }) => sum + (impressions ?? 0), 0);
  const dates = { from: formatDate(range.from), to: formatDate(range.to) };
  return (
    <>
      <PageHeading
        actions={<DateRangePicker value={range} max={today} onChange={setRange} />}
        lead={t("analytics.lead")}
      >
        {site?.sessions != null
          ? t("analytics.visits", { count: site.sessions, number: formatNumber(site.sessions), ...dates })
          : ads === undefined
            ? t("analytics.title")
            : t("analytics.seen", { count: ads, number: formatNumber(ads), ...dates })}
      </PageHeading>
      <div className={styles.panels}>
        {part.error && !part.data ? (
          <Card>
            <ErrorState
              title={t("failed")}
              error={part.error}
              onRetry={() => (only ? write({ only: null }) : void part.refetch())}
            />
          </Card>
        ) : (
          <CombinedPanel
            range={range}
            report={part.data}
            onRetry={() => void part.refetch()}
            filter={{ rows: all.data?.rows ?? [], only, onChange: (next) => write({ only: next }) }}
          />
        )}
        <WebsitePanel period={period} />
        <SearchAdsPanel report={all.data} onRetry={() => void all.refetch()} />
      </div>
    </>
  );
}
