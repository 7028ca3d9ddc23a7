import { visibility } from "@litfass/contract/kernel/viewability";
import type { CallResult } from "../../../api/api.ts";
import { formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Stack } from "../../../ui/layout/layout.tsx";
import { MetricCard } from "../../../ui/layout/metric-card.tsx";
import text from "../../../ui/layout/text.module.css";
import { PanelExport } from "../panel-export.tsx";
import { formatRate } from "../rates.ts";

/** The viewability rate, compared with the guarantee and the industry average. */
export function ViewabilityPanel({ totals }: { totals: CallResult<"showStatistics"> | undefined }) {
  const { t } = useTranslation("reporting");
  const rate = totals?.visibility_rate ?? 0;
  const yours = t("visibility.yours", { rate: formatRate(rate) });
  return (
    <Card
      title={t("panel.visibility")}
      aside={
        totals && (
          <PanelExport
            of={t("panel.visibility")}
            file={`visibility-${totals.from}-${totals.to}`}
            rows={[
              [
                t("column.impressions"),
                t("visibility.measuredColumn"),
                t("chart.viewable"),
                `${t("panel.visibility")} (%)`,
              ],
              [totals.impressions, totals.measured_impressions, totals.viewable_impressions, totals.visibility_rate],
            ]}
          />
        )
      }
    >
      <Stack gap="small">
        {totals?.impressions === 0 ? (
          <p className={text.secondary}>{t("none.yetText")}</p>
        ) : totals?.measured_impressions === 0 ? (
          <p className={text.secondary}>{t("visibility.unmeasured")}</p>
        ) : totals ? (
          <MetricCard
            share={rate / 100}
            label={yours}
            marks={[
              { share: rate / 100, text: yours },
              {
                share: visibility.guaranteed / 100,
                text: t("visibility.guaranteed", { percent: visibility.guaranteed }),
              },
              {
                share: visibility.industryAverage / 100,
                text: t("visibility.average", { percent: visibility.industryAverage }),
                dashed: true,
              },
            ]}
          />
        ) : (
          <Skeleton height={170} />
        )}
        <p className={text.caption}>
          {t("visibility.note")}
          {totals && totals.impressions > 0 && (
            <>
              {" "}
              {t("visibility.measured", {
                rate: formatRate(totals.measured_rate),
                impressions: formatNumber(totals.impressions),
              })}
            </>
          )}
        </p>
      </Stack>
    </Card>
  );
}
