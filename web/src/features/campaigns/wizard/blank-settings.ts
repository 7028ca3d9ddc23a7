import type { CampaignTemplate } from "@litfass/contract/campaigns/campaign-templates";
import { targetingSchema } from "@litfass/contract/targeting/targeting";

export type CampaignSettings = Pick<
  CampaignTemplate,
  "name" | "categories" | "language" | "strategy" | "performance_goal" | "targeting" | "feed_url"
>;

/** What a form begins with that makes a template or many campaigns at once. */
export const blankSettings: CampaignSettings = {
  name: "",
  categories: [],
  language: null,
  strategy: "awareness",
  performance_goal: "CPM",
  targeting: targetingSchema.parse({}),
  feed_url: null,
};
