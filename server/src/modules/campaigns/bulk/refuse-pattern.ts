import { conflict } from "@litfass/platform/problem";
import type { CampaignRow } from "../tables.ts";

/** The pattern of a bulk campaign neither starts nor goes: its bulk campaign does. @throws 409 for one. */
export function refusePattern(row: Pick<CampaignRow, "isPattern">): void {
  if (row.isPattern) throw conflict("campaign_is_pattern", "campaign.pattern");
}
