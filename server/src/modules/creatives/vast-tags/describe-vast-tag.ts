import { previewWrapper } from "@litfass/adserver/index";
import type { Platform } from "@litfass/platform/platform";
import { findVastTagByCreative } from "./vast-tag-sql.ts";

/** A VAST tag as the wrapper that bids offer, with its owner (PAGE-005); null if the creative is none. */
export async function describeVastTag(
  { db, config, random }: Pick<Platform, "db" | "config" | "random">,
  creative: string,
): Promise<{ vast: string; ownerUid: string } | null> {
  const found = await findVastTagByCreative(db, creative);
  if (found === null) return null;
  const origin = { adsUrl: config.adsUrl, signingSecret: config.secrets.signing[0], auctionId: random.id() };
  const { creativeUuid: uuid, url, width, height } = found.tag;
  return { vast: previewWrapper({ uuid, url, format: `${width}x${height}` }, origin), ownerUid: found.ownerUid };
}
