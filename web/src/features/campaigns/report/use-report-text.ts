import type { Campaign, WizardStep } from "@litfass/contract/campaigns/campaigns";
import { type CampaignHealth, type CampaignOverview, coversDay } from "@litfass/contract/reporting/campaign-overview";
import { formatDate, formatNumber, formatPercent, formatTime } from "../../../i18n/format.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { todayOn } from "../../../ui/inputs/date-range.ts";
import { isFirstRun, type ReportState, reportState, shownShare } from "./report-state.ts";

/** A link that changes a campaign's health, to a step of the wizard. */
export type Fix = {
  search: string;
  label: string;
  /** It reaches more people, which helps only if the audience is too small. */
  widens: boolean;
};

export type ReportTexts = {
  state: ReportState;
  /** One or two words next to the shape. */
  label: string;
  /** The heading of the page. */
  heading: string;
  /** The meaning of the heading, and the reason. */
  lead: string;
  /** The same in a row of the list; null if the label is sufficient. */
  detail: string | null;
  /** The link that changes it. */
  fix: Fix | null;
};

/** Describes a campaign's health in words. */
export function useReportTexts(): (campaign: Campaign, overview: CampaignOverview | undefined) => ReportTexts {
  const { t } = useTranslation("campaign-report");
  const { t: tCampaigns } = useTranslation("campaigns");
  return (campaign, overview) => {
    const health = overview?.health;
    const state = reportState(campaign, health, todayOn());
    const { name } = campaign;
    const now = Date.now();
    const since = health?.since ?? campaign.activated_at;
    const time = since ? timeOf(since) : "";
    const when = since && !coversDay(since, now) ? t("when.since", { time }) : t("when.day");
    const impressions = overview?.impressions ?? 0;
    const counted = { count: impressions, number: formatNumber(impressions) };
    const percent = health?.share_percent ?? null;
    const share = percent === null ? "" : formatPercent(shownShare(percent) / 100, 0);
    const cause = health?.reason ? t(`reason.${health.reason}`) : t(`cause.${health?.narrowest ?? "unknown"}`);

    const isIdle = state === "behind" && percent === 0;
    const label =
      state === "waiting" || state === "early" || state === "on_plan" || state === "behind" || state === "running"
        ? t(`label.${state}`)
        : tCampaigns(`state.${campaign.delivery.state}`);
    const heading = isIdle
      ? t("state.nothing", { name })
      : t(`state.${state}`, { name, share, day: campaign.start_on ? formatDate(campaign.start_on) : "" });
    const fix = (step: string, text: string, widens = false): Fix => ({ search: `?step=${step}`, label: text, widens });

    // Without a deal on offer a wider audience brings nothing.
    const remedyOf = (step: WizardStep, reason: CampaignHealth["reason"]) =>
      reason === "no_deal" ? fix(step, t("fix.deals")) : fix(step, t(`fix.${step}`), step === "targeting");

    switch (state) {
      case "behind":
        return {
          ...{ state, label, heading },
          lead: `${t(isIdle ? "because.nothing" : "because.behind", { when })} ${cause}`,
          detail: `${t("short.behind", { share, when })} ${cause}`,
          fix: health?.remedy ? remedyOf(health.remedy, health.reason) : null,
        };
      case "on_plan":
        return {
          ...{ state, label, heading, fix: null },
          lead: percent === null ? "" : t("because.on_plan", { share, when }),
          detail: percent === null ? null : t("short.on_plan", { share, when }),
        };
      case "waiting":
        return {
          ...{ state, label, heading, fix: null },
          lead: t("because.waiting", { time }),
          detail: t("short.waiting"),
        };
      case "early":
        return {
          ...{ state, label, heading, fix: null },
          lead:
            since === null || isFirstRun(campaign, since)
              ? t("because.early", { ...counted, time })
              : t("because.again", { time }),
          detail: t("short.early", counted),
        };
      case "running":
        return { state, label, heading, lead: "", detail: null, fix: null };
      default:
        return {
          ...{ state, label, heading },
          lead: t(`because.${state}`),
          detail: campaign.delivery.reason,
          fix:
            state === "draft"
              ? fix("basic", t("continue"))
              : state === "rejected"
                ? fix("template", t("fix.template"))
                : null,
        };
    }
  };
}

/** "14:05" today, otherwise with the day. */
function timeOf(instant: string): string {
  const day = todayOn("Europe/Zurich", new Date(instant));
  return day === todayOn() ? formatTime(instant) : `${formatDate(day)}, ${formatTime(instant)}`;
}
