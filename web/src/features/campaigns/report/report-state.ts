import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import type { CampaignHealth } from "@litfass/contract/reporting/campaign-overview";
import type { StateShape } from "../../../ui/feedback/state.tsx";
import { todayOn } from "../../../ui/inputs/date-range.ts";

/** A campaign's state, derived from its own state and, if it runs, from its health. */
export type ReportState =
  | "draft"
  | "starts"
  | "in_review"
  | "rejected"
  | "paused"
  | "ended"
  | "archived"
  | "waiting"
  | "early"
  | "on_plan"
  | "behind"
  | "running";

export const shapes: Record<ReportState, StateShape> = {
  draft: "draft",
  starts: "waiting",
  in_review: "waiting",
  rejected: "rejected",
  paused: "paused",
  ended: "ended",
  archived: "ended",
  waiting: "waiting",
  early: "on",
  on_plan: "on",
  behind: "limited",
  running: "on",
};

type Stated = Pick<Campaign, "status" | "start_on" | "delivery">;

/** The state; `running` until the health of a running campaign has loaded. */
export function reportState(campaign: Stated, health: CampaignHealth | undefined, today: string): ReportState {
  const { state } = campaign.delivery;
  if (state === "in_review" || state === "rejected") return state;
  if (campaign.status === "DRAFT") return "draft";
  if (campaign.status === "PAUSED") return "paused";
  if (campaign.status === "ENDED") return "ended";
  if (campaign.status === "ARCHIVED") return "archived";
  if (campaign.start_on !== null && campaign.start_on > today) return "starts";
  if (health === undefined || health.verdict === "stopped") return "running";
  return health.verdict;
}

const minuteMs = 60_000;
/**
 * The share in whole percent, at most 100; rounded down, so that a campaign behind its plan is never displayed as on
 * plan.
 */
export const shownShare = (percent: number): number => Math.min(100, Math.floor(percent));

/** Whether the evaluated time began with the campaign, not with a pause or a new budget or period. */
export function isFirstRun(
  { activated_at, start_on }: Pick<Campaign, "activated_at" | "start_on">,
  since: string,
): boolean {
  const from = Date.parse(since);
  // The history notes the start a moment after it.
  if (activated_at === null || from <= Date.parse(activated_at) + minuteMs) return true;
  return start_on !== null && todayOn("Europe/Zurich", new Date(from - 1000)) < start_on;
}
