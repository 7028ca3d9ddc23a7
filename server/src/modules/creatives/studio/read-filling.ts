import type { Executor } from "@litfass/platform/postgres/postgres";
import type { BannerDesign } from "../banner-design.ts";
import { listImages } from "./campaign-image-sql.ts";
import { type Filling, fillingOf } from "./filling.ts";
import { findFilling } from "./filling-sql.ts";

/** What a campaign filled in, seen through a template. Before the first word the language is `lang`. */
export async function readFilling(
  db: Executor,
  campaignId: number,
  design: BannerDesign | null,
  lang: "en" | "de",
): Promise<Filling> {
  const row = await findFilling(db, campaignId);
  const named = [...(row?.logoImage ? [row.logoImage] : []), ...(row?.images ?? []).map((image) => image.uuid)];
  return fillingOf(row, await listImages(db, campaignId, named), design, lang);
}
