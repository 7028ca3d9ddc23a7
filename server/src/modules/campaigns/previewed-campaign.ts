import type { Database } from "@litfass/platform/postgres/postgres";
import type { PreviewedCampaign } from "../creatives/index.ts";
import { findUser, mayNotSignIn } from "../users/index.ts";
import { campaignRowById } from "./campaign-sql.ts";
import { feedItemsOf } from "./feed/feed-items.ts";

/**
 * A campaign for anyone who has its preview link, whose address the caller has verified. Null once it is archived or its
 * owner may no longer sign in.
 */
export async function previewedCampaign(db: Database, id: number, now: Date): Promise<PreviewedCampaign | null> {
  const row = await campaignRowById(db, id);
  const owner = row && (await findUser(db, row.ownerUid));
  if (!row || !owner || row.status === "ARCHIVED" || mayNotSignIn(owner)) return null;
  const [first] = await feedItemsOf(db, row, now);
  const { type, language, destinationUrl, timeZone } = row;
  return { id, type, language, destinationUrl, timeZone, item: first?.item ?? null };
}
