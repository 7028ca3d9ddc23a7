import type { CampaignStatus } from "@litfass/contract/campaigns/campaigns";

/** Status changes an advertiser may ask for (STATE-006). Activating a draft goes through its own verb. */
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

/** What deleting means for a status: drafts vanish, what has delivered is archived, an active one stays (STATE-012). */
export function deletionOf(status: CampaignStatus): "remove" | "archive" | "refuse" | "nothing" {
  if (status === "DRAFT") return "remove";
  if (status === "ACTIVE") return "refuse";
  return status === "ARCHIVED" ? "nothing" : "archive";
}

/** Settings that may still change once a campaign has started; the rest needs a copy. */
const changeableWhenStarted = new Set([
  "name",
  "status",
  "targeting",
  "end_on",
  "destination_url",
  "categories",
  "language",
]);

/** The given settings that a campaign of this status can no longer take. */
export const frozenSettings = (status: CampaignStatus, settings: string[]): string[] => {
  if (status === "DRAFT") return [];
  if (status === "ENDED" || status === "ARCHIVED")
    return settings.filter((name) => name !== "status" && name !== "name");
  return settings.filter((name) => !changeableWhenStarted.has(name));
};
