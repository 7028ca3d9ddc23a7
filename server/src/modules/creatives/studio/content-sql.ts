import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { eq } from "drizzle-orm";
import { type ContentRow, campaignContents } from "../tables.ts";

/** All SQL of campaign content. Callers have checked access to the campaign. */

export async function findContent(db: Executor, campaignId: number): Promise<ContentRow | null> {
  const [row] = await db.select().from(campaignContents).where(eq(campaignContents.campaignId, campaignId));
  return row ?? null;
}

export type SavedContent = Partial<Omit<ContentRow, "campaignId">> & Pick<ContentRow, "lang" | "updatedAt">;

/** Writes the given fields and keeps the others. */
export async function saveContent(tx: Transaction, campaignId: number, values: SavedContent): Promise<void> {
  await tx
    .insert(campaignContents)
    .values({ campaignId, ...values })
    .onConflictDoUpdate({ target: campaignContents.campaignId, set: values });
}

/** Copies the content of a campaign to another; `imageOf` maps old image uuids to new ones. */
export async function copyContent(
  tx: Transaction,
  from: number,
  to: number,
  imageOf: Map<string, string>,
): Promise<void> {
  const row = await findContent(tx, from);
  if (!row) return;
  const images = row.images.flatMap((image) => {
    const uuid = imageOf.get(image.uuid);
    return uuid ? [{ ...image, uuid }] : [];
  });
  const logoImage = row.logoImage ? (imageOf.get(row.logoImage) ?? null) : null;
  await tx
    .insert(campaignContents)
    .values({ ...row, campaignId: to, images, logoImage })
    .onConflictDoNothing();
}
