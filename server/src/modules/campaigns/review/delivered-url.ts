import { hostOf } from "../destination.ts";
import type { CampaignRow } from "../tables.ts";
import type { ReviewRow } from "./review-tables.ts";

/** The link that ads lead to: one to a new host is reviewed first, and until then the approved one is delivered. */
export const deliveredUrl = (
  row: Pick<CampaignRow, "destinationUrl">,
  approved: Pick<ReviewRow, "destinationUrl">,
): string | null =>
  hostOf(row.destinationUrl) === hostOf(approved.destinationUrl) ? row.destinationUrl : approved.destinationUrl;
