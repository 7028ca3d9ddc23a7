import type { CampaignHistoryEntry } from "@litfass/contract/campaigns/campaign-history";

/** The key of a changed setting's name in the catalog. */
export const fieldKey = (field: string): string => `history.field.${field.replace(/^(targeting|content)\./, "")}`;

/** What happened: a change of the banners chooses others, or changes their content. */
export const actionOf = ({ action, fields }: Pick<CampaignHistoryEntry, "action" | "fields">) =>
  action === "banners" && fields.some(({ field }) => field.startsWith("content.")) ? "content" : action;
