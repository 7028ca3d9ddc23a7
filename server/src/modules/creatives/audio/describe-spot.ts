import { previewVast } from "@litfass/adserver/index";
import type { Platform } from "@litfass/platform/platform";
import { findSpotByCreative } from "./audio-sql.ts";
import { snapshotFiles } from "./snapshot-files.ts";

/** A spot as VAST with its owner (PAGE-005); null if the creative is none. */
export async function describeSpot(
  { db, config, random }: Pick<Platform, "db" | "config" | "random">,
  creative: string,
): Promise<{ vast: string; ownerUid: string } | null> {
  const found = await findSpotByCreative(db, creative);
  if (found === null) return null;
  const origin = { adsUrl: config.adsUrl, signingSecret: config.secrets.signing[0], auctionId: random.id() };
  const { creativeUuid: uuid, sourceFile: title } = found.spot;
  return { vast: previewVast({ id: uuid, uuid, title }, snapshotFiles(found.spot), origin), ownerUid: found.ownerUid };
}
