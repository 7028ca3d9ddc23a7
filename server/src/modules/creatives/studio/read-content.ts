import type { Executor } from "@litfass/platform/postgres/postgres";
import type { BannerDesign } from "../banner-design.ts";
import { type BannerContent, contentOf } from "./banner-content.ts";
import { listImages } from "./campaign-image-sql.ts";
import { findContent } from "./content-sql.ts";

/** A campaign's content for a template. `lang` applies until any content is saved. */
export async function readContent(
  db: Executor,
  campaignId: number,
  design: BannerDesign | null,
  lang: "en" | "de",
): Promise<BannerContent> {
  const row = await findContent(db, campaignId);
  const named = [...(row?.logoImage ? [row.logoImage] : []), ...(row?.images ?? []).map((image) => image.uuid)];
  return contentOf(row, await listImages(db, campaignId, named), design, lang);
}
