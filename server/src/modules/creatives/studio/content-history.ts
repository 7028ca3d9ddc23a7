import { type ContentChange, contentSchema } from "@litfass/contract/creatives/creative-content";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { invalid } from "@litfass/platform/problem";
import type { ContentRow } from "../tables.ts";
import { bannerLanguage } from "./banner-content.ts";
import { listImages } from "./campaign-image-sql.ts";
import { findContent, type SavedContent, saveContent } from "./content-sql.ts";

const prefix = "content.";

/** Whether a field of a campaign's history belongs to the content of its banners. */
export const isContentField = (field: string): boolean => field.startsWith(prefix);

/** The content as the campaign's history names it. */
export const contentHistoryOf = (row: ContentRow | null): Record<string, unknown> => ({
  [`${prefix}title`]: row?.title ?? "",
  [`${prefix}description`]: row?.description ?? "",
  [`${prefix}button_text`]: row?.buttonText ?? "",
  [`${prefix}background_color`]: row?.backgroundColor ?? null,
  [`${prefix}button_color`]: row?.buttonColor ?? null,
  [`${prefix}font`]: row?.font ?? null,
  [`${prefix}logo`]: row?.logoImage ?? null,
  [`${prefix}images`]: row?.images ?? [],
});

/** The present content of a campaign's banners in the same form. */
export const presentContent = async (db: Executor, campaignId: number): Promise<Record<string, unknown>> =>
  contentHistoryOf(await findContent(db, campaignId));

/** Earlier values from the history as a change; null if they no longer fit the present format. */
export function restoredContent(values: Record<string, unknown>): ContentChange | null {
  const named = Object.entries(values).map(([field, value]) => [field.slice(prefix.length), value]);
  const parsed = contentSchema.safeParse(Object.fromEntries(named));
  return parsed.success ? parsed.data : null;
}

/** Saves a change of the content of a locked campaign. @throws 422 for pictures that it does not have. */
export async function changeContent(
  tx: Transaction,
  campaign: { id: number; language: string | null },
  change: ContentChange,
  { lang, now }: { lang: ContentRow["lang"]; now: Date },
): Promise<{ before: ContentRow | null; after: ContentRow | null }> {
  await checkPictures(tx, campaign.id, change);
  const before = await findContent(tx, campaign.id);
  const values = { ...valuesOf(change), lang: bannerLanguage(campaign.language, before?.lang ?? lang), updatedAt: now };
  await saveContent(tx, campaign.id, values);
  return { before, after: await findContent(tx, campaign.id) };
}

/** @throws 422 unless the logo and the pictures of a change are the campaign's own. */
async function checkPictures(tx: Transaction, campaignId: number, change: ContentChange): Promise<void> {
  const [foreign] = await removedPictures(tx, campaignId, change);
  if (foreign === "logo") throw invalid({ logo: ["rule.oneOf"] });
  if (foreign !== undefined) throw invalid({ [`images.${foreign - 1}.uuid`]: ["rule.oneOf"] });
}

/** What of a change the campaign does not have, or no longer: its logo, and its pictures by their number from 1. */
export async function removedPictures(
  db: Executor,
  campaignId: number,
  { logo, images = [] }: ContentChange,
): Promise<("logo" | number)[]> {
  const own = await listImages(db, campaignId, [...(logo ? [logo] : []), ...images.map(({ uuid }) => uuid)]);
  const isOwn = (uuid: string): boolean => own.some((image) => image.uuid === uuid);
  return [
    ...(logo && !isOwn(logo) ? ["logo" as const] : []),
    ...images.flatMap(({ uuid }, index) => (isOwn(uuid) ? [] : [index + 1])),
  ];
}

/** Strips line breaks, control characters and outer spaces; missing fields stay unchanged. */
function valuesOf(change: ContentChange): Partial<SavedContent> {
  const text = (value: string | undefined): string | undefined => value?.replace(/[\s\p{Cc}]+/gu, " ").trim();
  const values: Partial<SavedContent> = {
    title: text(change.title),
    description: text(change.description),
    buttonText: text(change.button_text),
    backgroundColor: change.background_color?.toLowerCase(),
    buttonColor: change.button_color?.toLowerCase(),
    font: change.font,
    logoImage: change.logo,
    images: change.images,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
