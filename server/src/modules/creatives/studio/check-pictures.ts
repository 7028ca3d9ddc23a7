import type { ContentChange } from "@litfass/contract/creatives/creative-content";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { invalid } from "@litfass/platform/problem";
import { listImages } from "./campaign-image-sql.ts";

/** @throws 422 unless the logo and the pictures of a change are the campaign's own. */
export async function checkPictures(tx: Transaction, campaignId: number, change: ContentChange): Promise<void> {
  const named = [...(change.logo ? [change.logo] : []), ...(change.images ?? []).map((image) => image.uuid)];
  const own = await listImages(tx, campaignId, named);
  const isOwn = (uuid: string): boolean => own.some((image) => image.uuid === uuid);
  if (change.logo && !isOwn(change.logo)) throw invalid({ logo: ["rule.oneOf"] });
  const foreign = (change.images ?? []).findIndex((image) => !isOwn(image.uuid));
  if (foreign >= 0) throw invalid({ [`images.${foreign}.uuid`]: ["rule.oneOf"] });
}
