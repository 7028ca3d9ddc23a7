import type { CampaignChange, CampaignStatus } from "@litfass/contract/campaigns/campaigns";

/** Status changes that an advertiser may request (STATE-006). Drafts are activated by a separate command. */
const transitions: Record<CampaignStatus, CampaignStatus[]> = {
  DRAFT: ["ACTIVE", "ARCHIVED"],
  ACTIVE: ["PAUSED", "ENDED"],
  PAUSED: ["ACTIVE", "ENDED", "ARCHIVED"],
  ENDED: ["ARCHIVED"],
  ARCHIVED: [],
};

/** The statuses a campaign can change to from `status`. */
export const allowedStatuses = (status: CampaignStatus): CampaignStatus[] => transitions[status];

export const mayChange = (from: CampaignStatus, to: CampaignStatus): boolean => transitions[from].includes(to);

/**
 * The effect of deletion by status: a draft is removed, an active campaign rejected, any other archived (STATE-012).
 */
export function deletionOf(status: CampaignStatus): "remove" | "archive" | "refuse" | "nothing" {
  if (status === "DRAFT") return "remove";
  if (status === "ACTIVE") return "refuse";
  return status === "ARCHIVED" ? "nothing" : "archive";
}

type Setting = keyof Omit<CampaignChange, "status">;

/**
 * Settings that may still change once a campaign has started. Type and feed decide which creatives were reviewed, and
 * reports count from the start: the others need a copy.
 */
const changeableWhenStarted = new Set<Setting>([
  "name",
  "targeting",
  "total_budget",
  "end_on",
  "destination_url",
  "impression_trackers",
  "verification_scripts",
  "categories",
  "language",
  "strategy",
  "pacing",
]);

/** The given settings that a campaign in this status can no longer change. */
export function frozenSettings(status: CampaignStatus, settings: Setting[]): Setting[] {
  if (status === "DRAFT") return [];
  if (status === "ENDED" || status === "ARCHIVED") return settings.filter((name) => name !== "name");
  return settings.filter((name) => !changeableWhenStarted.has(name));
}
