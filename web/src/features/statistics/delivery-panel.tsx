import { visibility } from "@litfass/contract/visibility";
import { useTranslation } from "react-i18next";
import type { CallResult } from "../../data/api.ts";
import { useCall } from "../../data/use-call.ts";
import { formatDateTime, formatNumber } from "../../i18n/format.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { FunnelChart, type FunnelRow } from "../../ui/charts/funnel-chart.tsx";
import { StackedBar } from "../../ui/charts/stacked-bar.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import text from "../../ui/text.module.css";
import styles from "./dashboard.module.css";
import { PanelExport } from "./panel-export.tsx";
import { formatRate } from "./rates.ts";
import type { DashboardFilter } from "./use-filter.ts";

type Report = CallResult<"showDeliveryReport">;
const newsMs = 10_000;

/** Why is it not delivering? From all requests to what was seen, with the narrowest step and a way to mend it. */
export function DeliveryPanel({ filter, campaignId }: { filter: DashboardFilter; campaignId: number }) {
  const { t } = useTranslation("statistics");
  const { from, to } = filter.range;
  const found = useCall(
    "showDeliveryReport",
    { params: { campaign: String(campaignId) }, query: { from, to } },
    { keep: true, everyMs: filter.live ? newsMs : false },
  );
  const report = found.data;
  return (
    <Sheet
      title={t(report?.verdict === "on_plan" ? "delivery.onPlan" : "delivery.title")}
      aside={
        report?.counted_from && (
          <span className={styles.asides}>
            <span className={text.caption}>{t("delivery.since", { time: formatDateTime(report.counted_from) })}</span>
            <PanelExport
              of={t("delivery.title")}
              file={`delivery-${campaignId}-${report.from}-${report.to}`}
              rows={[
                [t("delivery.title"), t("delivery.chances")],
                ...report.steps.map(({ step, chances }) => [t(`delivery.step.${step}`), chances]),
                ...report.reasons.map(({ reason, chances }) => [
                  t(`delivery.reason.${reason}`, { percent: visibility.guaranteed }),
                  chances,
                ]),
              ]}
            />
          </span>
        )
      }
    >
      {found.error && !report ? (
        <ErrorState title={t("failed")} error={found.error} onRetry={() => void found.refetch()} />
      ) : report ? (
        <Funnel report={report} campaignId={campaignId} />
      ) : (
        <SkeletonRows rows={8} />
      )}
    </Sheet>
  );
}

function Funnel({ report, campaignId }: { report: Report; campaignId: number }) {
  const { t } = useTranslation("statistics");
  const isHeld = report.verdict === "limited" || report.verdict === "starved";
  const narrowest = report.verdict === "limited" ? report.narrowest : null;
  const rows = report.steps.map(
    ({ step, chances }): FunnelRow => ({
      id: step,
      name: t(`delivery.step.${step}`),
      value: chances,
      mark: step === narrowest ? "narrow" : step === "rendered" ? "end" : undefined,
    }),
  );
  const at = report.steps.findIndex(({ step }) => step === narrowest);
  return (
    <>
      <p className={text.strong}>
        {report.verdict === "limited" && report.share_percent === null
          ? t("delivery.verdict.limitedSoon")
          : t(`delivery.verdict.${report.verdict}`, { share: formatRate(report.share_percent ?? 0, 0) })}
      </p>
      {isHeld && (
        <div className={styles.mend}>
          <p>
            {narrowest &&
              t("delivery.narrow", {
                step: t(`delivery.step.${narrowest}`),
                kept: formatNumber(report.steps[at]?.chances ?? 0),
                before: formatNumber(report.steps[at - 1]?.chances ?? 0),
              })}{" "}
            {narrowest && narrowest !== "viewable" ? t(`delivery.help.${narrowest}`) : t("delivery.help.seen")}
          </p>
          {report.mend && (
            <ButtonLink to={`/campaigns/${campaignId}?step=${report.mend}`} variant="primary" small>
              {t(`delivery.mend.${report.mend}`)}
            </ButtonLink>
          )}
        </div>
      )}
      {report.counted_from === null ? (
        <p className={text.secondary}>{t("delivery.none")}</p>
      ) : (
        <>
          <FunnelChart label={t("delivery.title")} rows={rows} />
          <p className={text.caption}>{t("delivery.scale")}</p>
        </>
      )}
      {report.reasons.length > 0 && (
        <>
          <h3 className={styles.subheading}>{t("delivery.reasons")}</h3>
          <StackedBar
            parts={report.reasons.map(({ reason, chances }) => ({
              id: reason,
              name: t(`delivery.reason.${reason}`, { percent: visibility.guaranteed }),
              value: chances,
            }))}
          />
        </>
      )}
    </>
  );
}
