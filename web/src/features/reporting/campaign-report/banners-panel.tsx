import { nativeCreative } from "@litfass/contract/adserver/native-creative";
import type { StatisticsTableRow } from "@litfass/contract/reporting/figures";
import { useCall } from "../../../api/use-call.ts";
import { formatNumber, formatSize } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { useWidth } from "../../../ui/charts/use-width.ts";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { CropMarks } from "../../../ui/inputs/crop-marks.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import text from "../../../ui/layout/text.module.css";
import { formatRate, formatViewability } from "../rates.ts";
import { type DashboardFilter, queryOf } from "../use-filter.ts";
import { bestConverting } from "./best-converting.ts";
import styles from "./campaign-panels.module.css";

/** Maximum number of creatives of a campaign. */
const maxCreatives = 50;
/** Banners are shown at one scale, the tallest within this height. */
const maxHeight = 260;
/** Minimum width of the figures below a narrow banner. */
const minWidth = 132;

/** The delivered banners, each with its figures. */
export function BannersPanel({ filter, campaignId }: { filter: DashboardFilter; campaignId: number }) {
  const { t } = useTranslation("campaign-report");
  const [place, width] = useWidth<HTMLDivElement>(700);
  const forms = useCall("showCreativeForms", { params: { userCampaign: campaignId } }, { staleMs: 60_000 });
  const figures = useCall(
    "listStatisticsTable",
    { query: { ...queryOf(filter), group_by: "creative", per_page: maxCreatives } },
    { keep: true, everyMs: filter.refreshMs },
  );
  const banners = forms.data?.forms ?? [];
  const tallest = Math.max(1, ...banners.map(({ height }) => height));
  const widest = Math.max(1, ...banners.map((banner) => banner.width));
  const scale = Math.min(1, maxHeight / tallest, (width - 32) / widest);
  const byCreative = new Map((figures.data?.data ?? []).map((row) => [row.key, row]));
  const native = byCreative.get(nativeCreative);
  const best = bestConverting(figures.data?.data ?? []);
  return (
    <Card title={t("banners.title")}>
      <div ref={place}>
        {forms.error && !forms.data ? (
          <ErrorState title={t("banners.failed")} error={forms.error} onRetry={() => void forms.refetch()} />
        ) : !forms.data || !figures.data ? (
          <SkeletonRows rows={4} />
        ) : banners.length === 0 ? (
          <p className={text.secondary}>{t("banners.none")}</p>
        ) : (
          <ul className={styles.banners}>
            {banners.map(({ creative, format, width, height, preview_url }) => {
              const row = byCreative.get(creative);
              const size = formatSize(format);
              return (
                <li key={creative} style={{ width: Math.max(minWidth, width * scale) }}>
                  <CropMarks style={{ width: width * scale, height: height * scale }}>
                    <div className={styles.paper} style={{ width: width * scale, height: height * scale }} inert>
                      <iframe
                        title={t("banners.frame", { size })}
                        src={`${preview_url}?still=1`}
                        width={width}
                        height={height}
                        loading="lazy"
                        style={{ transform: `scale(${scale})` }}
                      />
                    </div>
                  </CropMarks>
                  <CreativeFigures name={size} row={row} isBest={creative === best} />
                </li>
              );
            })}
            {native && (
              <li style={{ width: minWidth }}>
                <CreativeFigures name={t("banners.native")} row={native} isBest={best === nativeCreative} />
              </li>
            )}
          </ul>
        )}
      </div>
    </Card>
  );
}

/** The figures of one banner, or of all native ads. */
function CreativeFigures({
  name,
  row,
  isBest,
}: {
  name: string;
  row: StatisticsTableRow | undefined;
  isBest: boolean;
}) {
  const { t } = useTranslation("campaign-report");
  const { t: tConversions } = useTranslation("conversions");
  const conversions = row?.conversions ?? null;
  return (
    <div className={styles.bannerFigures}>
      <strong>{name}</strong>
      <span>
        {t("banners.impressions", { count: row?.impressions ?? 0, number: formatNumber(row?.impressions ?? 0) })}
      </span>
      {row && row.impressions > 0 && (
        <>
          <span>
            {formatViewability(row)} {t("banners.visibility")}
          </span>
          <span>
            {formatRate(row.ctr, 2)} {t("banners.ctr")}
          </span>
        </>
      )}
      {conversions !== null && (
        <span>{tConversions("count", { count: conversions, number: formatNumber(conversions) })}</span>
      )}
      {row?.conversion_rate != null && row.conversion_rate > 0 && (
        <span>{tConversions("tile.rate", { rate: formatRate(row.conversion_rate, 1) })}</span>
      )}
      {isBest && <strong className={styles.best}>{tConversions("best")}</strong>}
    </div>
  );
}
