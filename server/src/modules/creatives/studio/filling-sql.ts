import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { eq } from "drizzle-orm";
import { campaignFillings, type FillingRow } from "../tables.ts";

/** All SQL of what campaigns fill in. Callers have made sure that the campaign is within reach. */

export async function findFilling(db: Executor, campaignId: number): Promise<FillingRow | null> {
  const [row] = await db.select().from(campaignFillings).where(eq(campaignFillings.campaignId, campaignId));
  return row ?? null;
}

export type FillingValues = Partial<Omit<FillingRow, "campaignId">> & Pick<FillingRow, "lang" | "updatedAt">;

/** Writes what is given and leaves the rest. */
export async function saveFilling(tx: Transaction, campaignId: number, values: FillingValues): Promise<void> {
  await tx
    .insert(campaignFillings)
    .values({ campaignId, ...values })
    .onConflictDoUpdate({ target: campaignFillings.campaignId, set: values });
}

/** Gives a campaign the filling of another; its pictures are those in `imageOf` (old uuid to new). */
export async function copyFilling(
  tx: Transaction,
  from: number,
  to: number,
  imageOf: Map<string, string>,
): Promise<void> {
  const row = await findFilling(tx, from);
  if (!row) return;
  const images = row.images.flatMap((image) => {
    const uuid = imageOf.get(image.uuid);
    return uuid ? [{ ...image, uuid }] : [];
  });
  const logoImage = row.logoImage ? (imageOf.get(row.logoImage) ?? null) : null;
  await tx
    .insert(campaignFillings)
    .values({ ...row, campaignId: to, images, logoImage })
    .onConflictDoNothing();
}
