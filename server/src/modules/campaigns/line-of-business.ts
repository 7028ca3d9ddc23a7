import { type LineOfBusiness, suggestedLine } from "@litfass/contract/campaigns/lines-of-business";
import type { UserRow } from "../users/index.ts";
import type { CampaignRow } from "./tables.ts";

/** What a campaign advertises: as chosen, or as its categories suggest; null with neither. */
export const lineOfBusinessOf = (row: Pick<CampaignRow, "lineOfBusiness" | "categories">): LineOfBusiness | null =>
  row.lineOfBusiness ?? suggestedLine(row.categories);

/** What a new campaign from settings without an owner starts with: their line of business, or that of its account. */
export const lineForOwner = (
  settings: Pick<CampaignRow, "lineOfBusiness">,
  owner: Pick<UserRow, "lineOfBusiness"> | null,
): LineOfBusiness | null => settings.lineOfBusiness ?? owner?.lineOfBusiness ?? null;
