import { type LineOfBusiness, suggestedLine } from "@litfass/contract/campaigns/lines-of-business";
import type { CampaignRow } from "./tables.ts";

/** What a campaign advertises: as chosen, or as its categories suggest; null with neither. */
export const lineOfBusinessOf = (row: Pick<CampaignRow, "lineOfBusiness" | "categories">): LineOfBusiness | null =>
  row.lineOfBusiness ?? suggestedLine(row.categories);
