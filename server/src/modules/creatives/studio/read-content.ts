import { findHeldAdFile } from "@litfass/adserver/index";
import type { Language } from "@litfass/contract/kernel/language";
import type { Executor } from "@litfass/platform/postgres/postgres";
import type { BannerDesign } from "../banner-design.ts";
import { findCampaignVideo } from "../video/video-creative-sql.ts";
import { listVideosByUuid } from "../video-conversion/index.ts";
import { type BannerContent, type ContentVideo, contentOf } from "./banner-content.ts";
import { listImages } from "./campaign-image-sql.ts";
import { findContent } from "./content-sql.ts";

/** A campaign's content for a template. `lang` applies until any content is saved. */
export async function readContent(
  db: Executor,
  campaignId: number,
  design: BannerDesign | null,
  lang: Language,
): Promise<BannerContent> {
  const row = await findContent(db, campaignId);
  const named = [...(row?.logoImage ? [row.logoImage] : []), ...(row?.images ?? []).map((image) => image.uuid)];
  const images = await listImages(db, campaignId, named);
  return contentOf(row, images, design, lang, await readVideo(db, campaignId));
}

/** The video converted for a campaign's banners; null if there is none. */
async function readVideo(db: Executor, campaignId: number): Promise<ContentVideo | null> {
  const found = await findCampaignVideo(db, campaignId);
  const row = found && (await listVideosByUuid(db, [found.videoUuid]))[0];
  if (row?.purpose !== "banner") return null;
  const { status, poster } = row;
  const body = poster && (await findHeldAdFile(db, poster.hash))?.body;
  return {
    status,
    bannerVideo: row.renditions[0]?.hash ?? null,
    poster: poster && body ? { contentType: "image/webp", body, width: poster.width, height: poster.height } : null,
  };
}
