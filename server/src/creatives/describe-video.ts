import { previewVast } from "../delivery/index.ts";
import { listVideosByUuid } from "../media/index.ts";
import type { Platform } from "../platform/platform.ts";
import { snapshotRenditions } from "./snapshot-renditions.ts";
import type { CreativeRow } from "./tables.ts";
import { findVideoOfCreative } from "./video-creative-sql.ts";

/** A video creative as VAST (PAGE-005, FIELD-CREA-002); null where it is no video, or not converted yet. */
export async function describeVideo(
  { db, config, random }: Pick<Platform, "db" | "config" | "random">,
  creative: CreativeRow,
): Promise<string | null> {
  const uuid = await findVideoOfCreative(db, creative.uuid);
  const video = uuid ? (await listVideosByUuid(db, [uuid]))[0] : undefined;
  if (video?.status !== "done") return null;
  const origin = { adsUrl: config.adsUrl, signingSecret: config.secrets.signing, auctionId: random.id() };
  return previewVast(
    { id: String(creative.id), uuid: creative.uuid, title: creative.title },
    snapshotRenditions(creative.uuid, video),
    origin,
  );
}
