import { useCall } from "../../../api/use-call.ts";
import { formatNumber } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { StackedBar } from "../../../ui/charts/stacked-bar.tsx";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import text from "../../../ui/layout/text.module.css";
import { Info } from "../../../ui/overlays/info.tsx";
import styles from "../dashboard.module.css";
import { PanelExport } from "../panel-export.tsx";
import { type DashboardFilter, queryOf } from "../use-filter.ts";

/** The number of people reached, and the impressions for which it is unknown. */
export function PeoplePanel({ filter }: { filter: DashboardFilter }) {
  const { t } = useTranslation("reporting");
  const found = useCall("showReach", { query: queryOf(filter) }, { keep: true, everyMs: filter.refreshMs });
  const { data } = found;
  return (
    <Card
      title={
        <>
          {t("panel.reach")}
          <Info of={t("panel.reach")}>{t("means.reach")}</Info>
        </>
      }
      aside={
        data && (
          <PanelExport
            of={t("panel.reach")}
            file={`reach-${data.from}-${data.to}`}
            rows={[
              [t("panel.reach"), t("reach.known"), t("reach.unknown")],
              [data.reached, data.known_impressions, data.unknown_impressions],
            ]}
          />
        )
      }
    >
      {found.error && !data ? (
        <ErrorState title={t("failed")} error={found.error} onRetry={() => void found.refetch()} />
      ) : data && data.known_impressions + data.unknown_impressions === 0 ? (
        <p className={text.secondary}>{t("none.yetText")}</p>
      ) : data ? (
        <>
          <p className={text.figure}>{data.reached > 0 ? formatNumber(data.reached) : "–"}</p>
          <p className={styles.overBar}>
            {data.reached > 0 ? t("reach.detail", { frequency: formatNumber(data.frequency, 1) }) : t("reach.nobody")}
          </p>
          <StackedBar
            parts={[
              { id: "known", name: t("reach.known"), value: data.known_impressions },
              { id: "unknown", name: t("reach.unknown"), value: data.unknown_impressions, hatched: true },
            ]}
          />
        </>
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Card>
  );
}
