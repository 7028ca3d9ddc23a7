import { useTranslation } from "react-i18next";
import { useCall } from "../../api/use-call.ts";
import { formatDate, formatNumber } from "../../i18n/format.ts";
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
  const { range, today, setRange } = period;
  const combined = useCall("showStatistics", { query: { ...range, source: sources } }, { keep: true, staleMs: 60_000 });
  const site = combined.data?.sources?.find(({ source }) => source === "google_analytics");
  const ads = combined.data?.sources?.reduce((sum, { impressions }) => sum + (impressions ?? 0), 0);
  const dates = { from: formatDate(range.from), to: formatDate(range.to) };
  return (
    <>
      <PageHeading
        actions={<DateRangePicker value={range} max={today} onChange={setRange} />}
        lead={t("analytics.lead")}
      >
        {site?.sessions != null
          ? t("analytics.visits", { number: formatNumber(site.sessions), ...dates })
          : ads === undefined
            ? t("analytics.title")
            : t("analytics.seen", { number: formatNumber(ads), ...dates })}
      </PageHeading>
      <div className={styles.panels}>
        {combined.error && !combined.data ? (
          <Card>
            <ErrorState title={t("failed")} error={combined.error} onRetry={() => void combined.refetch()} />
          </Card>
        ) : (
          <CombinedPanel range={range} report={combined.data} onRetry={() => void combined.refetch()} />
        )}
        <WebsitePanel period={period} />
        <SearchAdsPanel report={combined.data} onRetry={() => void combined.refetch()} />
      </div>
    </>
  );
}
