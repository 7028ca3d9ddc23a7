import type { Campaign } from "@litfass/contract/campaigns/campaigns";

/** What a new campaign is for; each has defaults that suit it. */
export const campaignGoals = ["place", "offer", "visits"] as const;
export type CampaignGoal = (typeof campaignGoals)[number];

export type GoalDefaults = Pick<Campaign, "strategy" | "pacing"> & {
  /** How long it runs; null for as long as the operator proposes. */
  weeks: number | null;
  /** Around the advertiser's address, or everywhere in their country. */
  area: "near" | "country";
};

/** People see a place often enough to remember it; an offer is over soon and starts strong. */
export const goalDefaults: Record<CampaignGoal, GoalDefaults> = {
  place: { strategy: "awareness", pacing: "even", weeks: null, area: "near" },
  offer: { strategy: "performance", pacing: "ahead", weeks: 2, area: "near" },
  visits: { strategy: "performance", pacing: "even", weeks: null, area: "country" },
};
