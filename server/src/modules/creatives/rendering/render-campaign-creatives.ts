import { findHeldAdFile } from "@litfass/adserver/index";
import { bannerVideoIn } from "@litfass/banner/banner-video";
import { type BannerItem, withItem } from "@litfass/banner/feed-item";
import { renderBanner } from "@litfass/banner/render";
import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import { type BannerFields, bannerMaxBytes, CLICK_PLACEHOLDER } from "@litfass/contract/creatives/banner-fields";
import type { Format } from "@litfass/contract/kernel/formats";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { publishAdFile, releaseAdFiles, scriptsOfBanner } from "../ad-file-sql.ts";
import type { BannerDesign } from "../banner-design.ts";
import { shownFiles } from "../library/item-sql.ts";
import { formatOf } from "../library/present-group.ts";
import { templateKit } from "../library/template-kit.ts";
import { bannerFieldsOf } from "../studio/banner-content.ts";
import { listChosen, noteFile } from "../studio/campaign-creative-sql.ts";
import { readContent } from "../studio/read-content.ts";
import { bannerVideoAttributes, creativeAttributes } from "./creative-attributes.ts";
import { createNativeCrops, type NativeCrops } from "./crop-native.ts";
import { publishNative } from "./publish-native.ts";

/** A finished banner of a template. `click` is a URL, or the placeholder that delivery replaces. */
export function drawBanner(
  design: Pick<BannerDesign, "template">,
  format: Format,
  fields: BannerFields,
  options: { click: string; still?: boolean },
): string {
  return renderBanner(templateKit(), design.template, format, fields, options);
}

/** A feed product for a campaign's banners; `link` if it has its own landing page. */
export type FeedItem = { item: BannerItem; link: string | null };

/**
 * Renders the chosen creatives of a campaign and publishes each file to delivery; finished files are already there.
 * `held` files are not served before they are released. With `items` of a feed there is one file per item, and
 * delivery rotates them.
 * @returns them in the format of the campaign's snapshot.
 * @throws if a file exceeds its limit, which the limits of images and texts prevent.
 */
export async function renderCampaignCreatives(
  tx: Transaction,
  campaignId: number,
  {
    held = false,
    items = [],
    crops = createNativeCrops(),
  }: { held?: boolean; items?: readonly FeedItem[]; crops?: NativeCrops } = {},
): Promise<SnapshotCreative[]> {
  const chosen = await listChosen(tx, campaignId);
  const files = await shownFiles(
    tx,
    chosen.filter(({ design }) => design === null).map(({ uuid }) => uuid),
  );
  const published: SnapshotCreative[] = [];
  for (const creative of chosen) {
    const { uuid, design, width, height } = creative;
    const format = formatOf(creative);
    if (design === null) {
      const file = files.get(uuid);
      if (!file) throw new Error(`Creative ${uuid} of campaign ${campaignId} has no file`);
      await noteFile(tx, campaignId, uuid, file.file);
      if (!held) await releaseAdFiles(tx, [file.file]);
      const own = file.kind === "html" ? await attributesOf(tx, file.file) : { kind: "image" as const };
      published.push({ uuid, format, width, height, fileHash: file.file, ...own });
      continue;
    }
    const content = await readContent(tx, campaignId, design, "de");
    const typed = bannerFieldsOf(content);
    const versions = items.map(({ item, link }) => ({ fields: withItem(design.template, typed, item), link }));
    if (versions.length === 0) versions.push({ fields: typed, link: null });
    const drawn: SnapshotCreative[] = [];
    for (const { fields, link } of versions) {
      const body = Buffer.from(drawBanner(design, format, fields, { click: CLICK_PLACEHOLDER }));
      if (body.length > bannerMaxBytes)
        throw new Error(`Creative ${uuid} of campaign ${campaignId}: ${body.length} bytes`);
      const bannerVideo = bannerVideoIn(fields, design.template, format)
        ? (content.video?.bannerVideo ?? undefined)
        : undefined;
      const fileHash = await publishAdFile(
        tx,
        { body, contentType: "text/html; charset=utf-8", bannerVideo },
        { held },
      );
      const own = {
        ...(link !== null && { destinationUrl: link }),
        ...(bannerVideo !== undefined && { attributes: [...bannerVideoAttributes] }),
      };
      drawn.push({ uuid, format, width, height, fileHash, kind: "html", ...own });
    }
    const [first] = drawn;
    if (first && !published.some(({ native }) => native))
      first.native = await publishNative(tx, content, { held, crops });
    await noteFile(tx, campaignId, uuid, drawn[0]?.fileHash ?? "");
    published.push(...drawn);
  }
  return published;
}

/** A finished document in the snapshot. Its author declares no attributes, so they are derived from its code. */
async function attributesOf(
  tx: Transaction,
  hash: string,
): Promise<Pick<SnapshotCreative, "kind" | "attributes" | "isThirdParty">> {
  const document = await findHeldAdFile(tx, hash);
  // What a tag will show is unknown.
  if (document?.isThirdParty) return { kind: "html", isThirdParty: true };
  const attributes = creativeAttributes(`${document?.body.toString() ?? ""}\n${await scriptsOfBanner(tx, hash)}`);
  return attributes.length === 0 ? { kind: "html" } : { kind: "html", attributes };
}
