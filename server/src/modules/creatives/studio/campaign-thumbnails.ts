import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { signedPreviewUrl } from "../creative.ts";
import { thumbnailRows } from "./campaign-creative-sql.ts";

/** The banner that best fills each campaign's thumbnail, without animation; campaigns without banners are absent. */
export async function listThumbnails(
  db: Executor,
  campaignIds: number[],
): Promise<Map<number, NonNullable<Campaign["banner"]>>> {
  const rows = await thumbnailRows(db, campaignIds);
  return new Map(
    rows.map(({ campaignId, group, uuid, width, height }) => [
      campaignId,
      { url: `${signedPreviewUrl(campaignId, group, uuid)}?still=1`, width, height },
    ]),
  );
}
