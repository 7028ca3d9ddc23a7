import { signedPreviewUrl } from "@litfass/adserver/index";
import { withItem } from "@litfass/banner/feed-item";
import type { BannerFields } from "@litfass/contract/creatives/banner-fields";
import type { Platform } from "@litfass/platform/platform";
import { findSpot } from "../audio/audio-sql.ts";
import type { PreviewedCampaign } from "../campaign-access.ts";
import { shownFiles } from "../library/item-sql.ts";
import { formatOf } from "../library/present-group.ts";
import { type PreviewOrigin, previewOriginOf, previewVideoUrl } from "../rendering/banner-video-url.ts";
import { drawBanner } from "../rendering/render-campaign-creatives.ts";
import { bannerFieldsOf, bannerLanguage } from "../studio/banner-content.ts";
import { type ChosenCreative, listChosen } from "../studio/campaign-creative-sql.ts";
import { readContent } from "../studio/read-content.ts";
import { findVastTag } from "../vast-tags/vast-tag-sql.ts";
import { videoOfCampaign } from "../video/campaign-video.ts";

type Size = { width: number; height: number };
export type PreviewedBanner = Size & { uuid: string };
export type PreviewedAds = {
  /** The smallest first, as on a phone. */
  banners: PreviewedBanner[];
  /** What pages compose native ads of; null without banners of a template. */
  native: BannerFields | null;
  video: (Size & { url: string }) | null;
  /** The file that a VAST tag led to, which only its own ad server may send. */
  vastMedia: string | null;
  spot: { files: { url: string; type: string }[]; transcript: string } | null;
};

/** Everything that a campaign shows, with addresses that are valid for an hour. */
export async function previewedAds(platform: Platform, campaign: PreviewedCampaign): Promise<PreviewedAds> {
  const { db } = platform;
  const origin = previewOriginOf(platform);
  const chosen = campaign.type === "video" ? [] : await listChosen(db, campaign.id);
  const drawn = chosen.find(({ design }) => design !== null);
  const [spot, video, tag] = await Promise.all([
    campaign.type === "audio" ? findSpot(db, campaign.id) : null,
    campaign.type === "video" ? videoOfCampaign(db, campaign.id, "player") : null,
    campaign.type === "video" ? findVastTag(db, campaign.id) : null,
  ]);
  const rendition = video?.row.status === "done" ? video.row.renditions[0] : undefined;
  return {
    banners: chosen
      .map(({ uuid, width, height }) => ({ uuid, width, height }))
      .sort((a, b) => a.width - b.width || a.height - b.height),
    native: drawn && campaign.type === "display" ? await fieldsOf(platform, campaign, drawn, origin) : null,
    video: rendition
      ? { url: previewVideoUrl(rendition.hash, origin), width: rendition.width, height: rendition.height }
      : null,
    vastMedia: tag?.answer.media[0]?.url ?? null,
    spot: spot && {
      files: spot.files.map(({ name, hash, type }) => ({
        url: signedPreviewUrl(`${hash}.${name.split(".").at(-1)}`, origin),
        type,
      })),
      transcript: spot.transcript,
    },
  };
}

/** One banner: the drawn document, or the address of an uploaded file on the ads origin. Null for an unknown one. */
export async function previewedBanner(
  platform: Platform,
  campaign: PreviewedCampaign,
  uuid: string,
): Promise<{ html: string } | { document: string } | (Size & { image: string }) | null> {
  const creative = (await listChosen(platform.db, campaign.id)).find((each) => each.uuid === uuid);
  if (!creative) return null;
  const { width, height, design } = creative;
  const origin = previewOriginOf(platform);
  if (design === null) {
    const file = (await shownFiles(platform.db, [uuid])).get(uuid);
    if (!file) return null;
    return file.kind === "html"
      ? { document: signedPreviewUrl(`${file.file}.html`, origin) }
      : { image: signedPreviewUrl(file.file, origin), width, height };
  }
  const fields = await fieldsOf(platform, campaign, creative, origin);
  return { html: drawBanner(design, formatOf(creative), fields, { click: campaign.destinationUrl ?? "" }) };
}

/** A campaign's content for a template, with the first product of its feed. */
async function fieldsOf(
  { db }: Pick<Platform, "db">,
  { id, language, item }: PreviewedCampaign,
  { design }: ChosenCreative,
  origin: PreviewOrigin,
): Promise<BannerFields> {
  const content = await readContent(db, id, design, bannerLanguage(language, "en"));
  const fields = bannerFieldsOf(content, (hash) => previewVideoUrl(hash, origin));
  return item && design ? withItem(design.template, fields, item) : fields;
}
