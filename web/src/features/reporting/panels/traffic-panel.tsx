import { useCall } from "../../../api/use-call.ts";
import { formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { BarList } from "../../../ui/charts/bar-list.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import text from "../../../ui/layout/text.module.css";
import { Info } from "../../../ui/overlays/info.tsx";
import { PanelExport } from "../panel-export.tsx";
import { type DashboardFilter, queryOf } from "../use-filter.ts";

const reasons = [
  "bot",
  "prefetch",
  "data_centre",
  "impossible_rate",
  "duplicate",
  "no_impression",
  "after_restart",
  "other_process",
  "expired",
] as const;
const isReason = (reason: string): reason is (typeof reasons)[number] => reasons.some((each) => each === reason);

/** Gross, filtered and net impressions: what was excluded and why, and that it was not charged. */
export function TrafficPanel({ filter }: { filter: DashboardFilter }) {
  const { t } = useTranslation("reporting");
  const found = useCall("showTraffic", { query: queryOf(filter) }, { keep: true, everyMs: filter.refreshMs });
  const traffic = found.data;
  const nameOf = (reason: string): string => (isReason(reason) ? t(`traffic.reason.${reason}`) : reason);
  return (
    <Card
      title={
        <>
          {t("panel.traffic")}
          <Info of={t("panel.traffic")}>{t("means.traffic")}</Info>
        </>
      }
      aside={
        traffic && (
          <PanelExport
            of={t("panel.traffic")}
            file={`invalid-traffic-${traffic.from}-${traffic.to}`}
            rows={[
              [t("panel.traffic"), t("column.impressions"), t("column.clicks")],
              [t("traffic.gross"), traffic.gross.impressions, traffic.gross.clicks],
              ...traffic.filtered.map((each) => [nameOf(each.reason), -each.impressions, -each.clicks]),
              [t("traffic.net"), traffic.net.impressions, traffic.net.clicks],
            ]}
          />
        )
      }
    >
      {found.error && !traffic ? (
        <ErrorState title={t("failed")} error={found.error} onRetry={() => void found.refetch()} />
      ) : traffic ? (
        <>
          <BarList
            tall
            rows={[
              { id: "gross", name: t("traffic.gross"), value: traffic.gross.impressions },
              ...traffic.filtered
                .filter((each) => each.impressions > 0)
                .map((each) => ({
                  id: each.reason,
                  name: nameOf(each.reason),
                  value: each.impressions,
                  text: `-${formatNumber(each.impressions)}`,
                })),
              { id: "net", name: <strong>{t("traffic.net")}</strong>, value: traffic.net.impressions },
            ]}
          />
          <p className={text.caption}>
            {t("traffic.clicks", {
              gross: formatNumber(traffic.gross.clicks),
              net: formatNumber(traffic.net.clicks),
            })}
          </p>
        </>
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Card>
  );
}
