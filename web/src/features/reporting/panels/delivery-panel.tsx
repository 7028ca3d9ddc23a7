import { visibility } from "@litfass/contract/kernel/viewability";
import { type CampaignHealth, coversDay } from "@litfass/contract/reporting/campaign-overview";
import { useState } from "react";
import type { CallResult } from "../../../api/api.ts";
import { useCall } from "../../../api/use-call.ts";
import { formatAmount, formatDateTime, formatNumber, formatTime } from "../../../i18n/format.ts";
import type { Translate } from "../../../i18n/text-keys.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { FunnelChart, type FunnelRow } from "../../../ui/charts/funnel-chart.tsx";
import { StackedBar } from "../../../ui/charts/stacked-bar.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton.tsx";
import { Segmented } from "../../../ui/inputs/chip-group.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import text from "../../../ui/layout/text.module.css";
import { Info } from "../../../ui/overlays/info.tsx";
import styles from "../dashboard.module.css";
import { PanelExport } from "../panel-export.tsx";
import { formatRate } from "../rates.ts";
import type { DashboardFilter } from "../use-filter.ts";

type Report = CallResult<"showDeliveryReport">;
const pollMs = 10_000;
/**
 * Values for the placeholders in the texts: the guarantee, and the campaign's price of a thousand impressions; and
 * whether its ads are seen, because a spot is heard.
 */
function useTerms(campaignId: number) {
  const { data } = useCall("showCampaign", { params: { userCampaign: campaignId } });
  const terms = { percent: visibility.guaranteed, price: data ? formatAmount(data.cpm) : "–" };
  return { ...terms, isSeen: data?.type !== "audio" };
}

type DeliveryPanelProps = {
  filter: DashboardFilter;
  campaignId: number;
  /**
   * The screen itself shows health and suggestions: only the steps are shown, of a running campaign at first those of
   * the time that its health evaluates.
   */
  health?: CampaignHealth;
};

/**
 * Why a campaign is not delivering: from all requests to viewable impressions, with the most restrictive step and a
 * link to fix it.
 */
export function DeliveryPanel({ filter, campaignId, health }: DeliveryPanelProps) {
  const terms = useTerms(campaignId);
  const { t } = useTranslation("campaign-report");
  const [chosen, setChosen] = useState<"days" | "health">("health");
  const since = health?.since ?? null;
  const time = since === null ? "days" : chosen;
  const explained = health !== undefined;
  const { from, to } = filter.range;
  const found = useCall(
    "showDeliveryReport",
    { params: { campaign: String(campaignId) }, query: time === "health" ? { time } : { from, to } },
    { keep: true, everyMs: filter.live || time === "health" ? pollMs : false },
  );
  const report = found.data;
  const isOnTrack = report?.verdict === "on_plan" || report?.verdict === "past";
  const funnel = terms.isSeen ? "delivery.funnel" : "delivery.funnelHeard";
  const title = t(explained ? funnel : isOnTrack ? "delivery.onPlan" : "delivery.title");
  return (
    <Card
      title={
        <>
          {title}
          <Info of={title}>{t("means.delivery")}</Info>
        </>
      }
      aside={
        <span className={styles.asides}>
          {since !== null && (
            <Segmented
              label={t("delivery.time.label")}
              value={time}
              options={[
                { value: "health", label: healthTime(since, t) },
                { value: "days", label: t("delivery.time.days") },
              ]}
              onChange={setChosen}
            />
          )}
          {report?.counted_from && (
            <PanelExport
              of={title}
              file={`delivery-${campaignId}-${report.from}-${report.to}`}
              rows={[
                [t("delivery.steps"), t("delivery.chances")],
                ...report.steps.map(({ step, chances }) => [t(`delivery.step.${step}`), chances]),
                ...report.reasons.map(({ reason, chances }) => [t(`delivery.reason.${reason}`, terms), chances]),
              ]}
            />
          )}
        </span>
      }
    >
      {found.error && !report ? (
        <ErrorState title={t("loadFailed")} error={found.error} onRetry={() => void found.refetch()} />
      ) : report ? (
        <Funnel report={report} campaignId={campaignId} explained={explained} />
      ) : (
        <SkeletonRows rows={8} />
      )}
    </Card>
  );
}

/** The time that the health of a campaign evaluates. */
const healthTime = (since: string, t: Translate<"campaign-report">): string =>
  coversDay(since, Date.now()) ? t("delivery.time.day") : t("delivery.time.since", { time: formatTime(since) });

type FunnelProps = { campaignId: number; explained: boolean; report: Report };

function Funnel({ report, campaignId, explained }: FunnelProps) {
  const terms = useTerms(campaignId);
  const { t } = useTranslation("campaign-report");
  const isLimited = report.verdict === "limited" || report.verdict === "starved";
  const isPast = report.verdict === "past";
  const narrowest = report.verdict === "limited" || isPast ? report.narrowest : null;
  const steps = report.steps.filter(({ step }) => terms.isSeen || step !== "viewable");
  const rows = steps.map(
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
      {!explained && (
        <p className={classNames(text.strong, styles.verdict)}>
          {report.verdict === "limited" && report.share_percent === null
            ? t("delivery.verdict.limitedSoon")
            : t(`delivery.verdict.${report.verdict}`, {
                share: formatRate(report.share_percent ?? 0, 0),
                time: report.share_since ? formatDateTime(report.share_since) : "",
              })}
        </p>
      )}
      {!explained && (isLimited || narrowest) && (
        <div className={styles.advice}>
          <p>
            {narrowest &&
              t("delivery.narrow", {
                step: t(`delivery.step.${narrowest}`),
                remaining: formatNumber(report.steps[at]?.chances ?? 0),
                before: formatNumber(report.steps[at - 1]?.chances ?? 0),
              })}{" "}
            {narrowest && narrowest !== "viewable"
              ? t(`delivery.help.${narrowest}`, terms)
              : t(report.verdict === "starved" ? "delivery.help.none" : "delivery.help.seen")}
          </p>
          {report.remedy && !isPast && (
            <ButtonLink to={`/campaigns/${campaignId}?step=${report.remedy}`} variant="primary" small>
              {t(`delivery.edit.${report.remedy}`)}
            </ButtonLink>
          )}
        </div>
      )}
      {report.counted_from === null ? (
        (explained || report.verdict !== "starved") && <p className={text.secondary}>{t("delivery.none")}</p>
      ) : (
        <>
          <FunnelChart
            label={t(!explained ? "delivery.title" : terms.isSeen ? "delivery.funnel" : "delivery.funnelHeard")}
            rows={rows}
          />
          <p className={classNames(text.caption, styles.underChart)}>
            {t("delivery.since", { time: formatDateTime(report.counted_from) })} {t("delivery.scale")}
          </p>
        </>
      )}
      {report.reasons.length > 0 && (
        <>
          <h3 className={styles.subheading}>{t("delivery.reasons")}</h3>
          <StackedBar
            parts={report.reasons.map(({ reason, chances }) => ({
              id: reason,
              name: t(`delivery.reason.${reason}`, terms),
              value: chances,
            }))}
          />
        </>
      )}
    </>
  );
}
