import { type BannerFields, bannerMaxBytes, CLICK_PLACEHOLDER } from "@litfass/contract/banner/fields";
import { renderBanner } from "@litfass/contract/banner/render";
import type { Format } from "@litfass/contract/formats";
import type { SnapshotCreative } from "@litfass/contract/snapshot";
import { publishAdFile } from "../delivery/index.ts";
import type { Transaction } from "../platform/postgres.ts";
import { listChosen, noteFile } from "./campaign-creative-sql.ts";
import { bannerFieldsOf } from "./filling.ts";
import { formatOf } from "./present-group.ts";
import { readFilling } from "./read-filling.ts";
import { isTemplateName, type TemplateName, templateKit } from "./template-kit.ts";

/** A finished banner of a standard template. `click` is an address, or the placeholder that delivery replaces. */
export function drawBanner(
  template: TemplateName,
  format: string,
  fields: BannerFields,
  options: { click: string; still?: boolean },
): string {
  const kit = templateKit();
  return renderBanner(kit, kit.templates[template].template, format as Format, fields, options);
}

/**
 * Draws the chosen creatives of a campaign and publishes each file to delivery.
 * @returns them as the campaign's snapshot names them.
 * @throws where a file outgrows its limit, which the limits of pictures and texts rule out.
 */
export async function renderCampaignCreatives(tx: Transaction, campaignId: number): Promise<SnapshotCreative[]> {
  const chosen = await listChosen(tx, campaignId);
  const published: SnapshotCreative[] = [];
  for (const creative of chosen) {
    const { uuid, template, width, height } = creative;
    if (!isTemplateName(template)) continue;
    const format = formatOf(creative);
    const fields = bannerFieldsOf(await readFilling(tx, campaignId, template, "de"));
    const body = Buffer.from(drawBanner(template, format, fields, { click: CLICK_PLACEHOLDER }));
    if (body.length > bannerMaxBytes)
      throw new Error(`Creative ${uuid} of campaign ${campaignId}: ${body.length} bytes`);
    const fileHash = await publishAdFile(tx, { body, contentType: "text/html; charset=utf-8" });
    await noteFile(tx, campaignId, uuid, fileHash);
    published.push({ uuid, format, width, height, fileHash, kind: "html" });
  }
  return published;
}
