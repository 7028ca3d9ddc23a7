import { formatDateTime, formatNumber } from "../../i18n/format.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { BarList } from "../../ui/charts/bar-list.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Figure, Figures } from "../../ui/layout/figures.tsx";
import { AdDaysChart } from "./ad-days-chart.tsx";
import type { Combined } from "./combined-panel.tsx";
import styles from "./connections.module.css";
import { ConnectPrompt, GapNote, ProblemNote } from "./source-state.tsx";

type SearchAdsPanelProps = { report: Combined | undefined; onRetry: () => void };

const service = "google_ads";
const maxBars = 8;

/** The user's own search advertising (GUARD-013), from the combined report of the same days. */
export function SearchAdsPanel({ report, onRetry }: SearchAdsPanelProps) {
  const { t } = useTranslation("connections");
  const title = t("searchAds.own");
  const own = report?.sources?.find(({ source }) => source === service);
  if (own && !own.connected) {
    return (
      <Card title={title}>
        <ConnectPrompt service={service} />
      </Card>
    );
  }
  if (own?.problem) {
    return (
      <Card title={title}>
        <ProblemNote service={service} problem={own.problem} onRetry={onRetry} />
      </Card>
    );
  }
  const rows = report?.rows?.filter(({ source }) => source === service) ?? [];
  const isSeveral = new Set(rows.map((row) => row.account_id)).size > 1;
  const bars = (value: (row: (typeof rows)[number]) => number | null) =>
    rows.slice(0, maxBars).map((row) => ({
      id: row.key,
      name: isSeveral ? `${row.name} (${row.account})` : row.name,
      value: value(row) ?? 0,
    }));
  const days = report?.days?.filter(({ source }) => source === service) ?? [];
  return (
    <Card
      flush
      title={title}
      aside={own?.fetched_at && <p className={styles.age}>{t("fetched", { at: formatDateTime(own.fetched_at) })}</p>}
    >
      {own && own.gaps.length > 0 && (
        <div className={styles.inside}>
          <GapNote gaps={own.gaps} />
        </div>
      )}
      <AdFigures figures={own} />
      <div className={styles.chart}>
        {own ? (
          <AdDaysChart
            days={days.map(({ date, impressions, clicks }) => ({
              date,
              impressions: impressions ?? 0,
              clicks: clicks ?? 0,
            }))}
          />
        ) : (
          <Skeleton height={270} />
        )}
      </div>
      {own && (
        <div className={styles.parts}>
          <div>
            <h3>{t("searchAds.campaigns")}</h3>
            <BarList rows={bars((row) => row.impressions)} />
          </div>
          <div>
            <h3>{t("searchAds.clicksByCampaign")}</h3>
            <BarList rows={bars((row) => row.clicks)} />
          </div>
        </div>
      )}
    </Card>
  );
}

type AdFiguresProps = {
  figures:
    | {
        impressions: number | null;
        clicks: number | null;
        ctr: number | null;
        cost_formatted: string | null;
        currency: string | null;
      }
    | undefined;
};

/** Advertising in total. */
export function AdFigures({ figures }: AdFiguresProps) {
  const { t } = useTranslation("connections");
  const number = (value: number | null | undefined) =>
    figures ? formatNumber(value ?? 0) : <Skeleton width={80} height={26} />;
  return (
    <Figures>
      <Figure label={t("combined.impressions")} value={number(figures?.impressions)} />
      <Figure label={t("combined.clicks")} value={number(figures?.clicks)} />
      <Figure
        label={t("combined.ctr")}
        value={figures ? `${formatNumber(figures.ctr ?? 0, 2)}%` : <Skeleton width={60} height={26} />}
      />
      <Figure
        label={t("combined.cost")}
        unit={figures?.currency ?? undefined}
        value={figures ? (figures.cost_formatted ?? "–") : <Skeleton width={80} height={26} />}
        detail={figures && figures.cost_formatted === null ? t("searchAds.mixed") : undefined}
      />
    </Figures>
  );
}
