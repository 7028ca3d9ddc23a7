import type { Executor } from "@litfass/platform/postgres/postgres";
import { findReviewPolicy } from "@litfass/platform/settings/read-settings";
import { lineOfBusinessOf } from "../line-of-business.ts";
import type { CampaignRow } from "../tables.ts";

/** Whether staff's policy excludes what a campaign advertises. */
export async function isLineRefused(
  db: Executor,
  row: Pick<CampaignRow, "lineOfBusiness" | "categories">,
): Promise<boolean> {
  const line = lineOfBusinessOf(row);
  return line !== null && (await findReviewPolicy(db)).refused_lines.includes(line);
}
