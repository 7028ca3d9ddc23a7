import { previewVast } from "@litfass/adserver/index";
import type { Platform } from "@litfass/platform/platform";
import { snapshotRenditions } from "../rendering/snapshot-renditions.ts";
import type { CreativeRow } from "../tables.ts";
import { listVideosByUuid } from "../video-conversion/index.ts";
import { findVideoOfCreative } from "./video-creative-sql.ts";

/** A video creative as VAST (PAGE-005, FIELD-CREA-002); null if it is not a video or not yet converted. */
export async function describeVideo(
  { db, config, random }: Pick<Platform, "db" | "config" | "random">,
  creative: CreativeRow,
): Promise<string | null> {
  const uuid = await findVideoOfCreative(db, creative.uuid);
  const video = uuid ? (await listVideosByUuid(db, [uuid]))[0] : undefined;
  if (video?.status !== "done") return null;
  const origin = { adsUrl: config.adsUrl, signingSecret: config.secrets.signing[0], auctionId: random.id() };
  return previewVast(
    { id: String(creative.id), uuid: creative.uuid, title: creative.title },
    snapshotRenditions(creative.uuid, video),
    origin,
  );
}
