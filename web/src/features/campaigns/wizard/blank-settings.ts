import type { CampaignTemplate } from "@litfass/contract/campaigns/campaign-templates";
import { targetingSchema } from "@litfass/contract/targeting/targeting";

export type CampaignSettings = Pick<
  CampaignTemplate,
  "name" | "categories" | "line_of_business" | "language" | "strategy" | "performance_goal" | "targeting" | "feed_url"
>;

/** The initial values of a form that creates a template or many campaigns. */
export const blankSettings: CampaignSettings = {
  name: "",
  categories: [],
  line_of_business: null,
  language: null,
  strategy: "awareness",
  performance_goal: "CPM",
  targeting: targetingSchema.parse({}),
  feed_url: null,
};
