import { byLanguage } from "@litfass/contract/kernel/language";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { and, asc, eq, sql } from "drizzle-orm";
import { type CreativeRow, campaignCreatives, creativeGroups, creatives } from "../tables.ts";
import { t } from "../texts.ts";

/** All SQL of the banners uploaded for one campaign. Callers have checked access to the campaign. */

export async function findOwnGroup(db: Executor, campaignId: number): Promise<string | null> {
  const [row] = await db
    .select({ uuid: creativeGroups.uuid })
    .from(creativeGroups)
    .where(eq(creativeGroups.campaignId, campaignId));
  return row?.uuid ?? null;
}

/** The campaign's uploaded banners by format, and whether the campaign shows each. */
export async function listOwnCreatives(
  db: Executor,
  campaignId: number,
): Promise<{ creative: CreativeRow; isSelected: boolean }[]> {
  return db
    .select({ creative: creatives, isSelected: sql<boolean>`${campaignCreatives.campaignId} is not null` })
    .from(creatives)
    .innerJoin(creativeGroups, eq(creativeGroups.uuid, creatives.creativeGroupUuid))
    .leftJoin(
      campaignCreatives,
      and(eq(campaignCreatives.creativeUuid, creatives.uuid), eq(campaignCreatives.campaignId, campaignId)),
    )
    .where(eq(creativeGroups.campaignId, campaignId))
    .orderBy(asc(creatives.id))
    .limit(50);
}

export async function insertOwnGroup(
  tx: Transaction,
  uuid: string,
  { now, ...rest }: { campaignId: number; ownerUid: string; now: Date },
): Promise<void> {
  const { en: nameEn, de: nameDe, ...nameTranslations } = byLanguage((language) => t(language, "own_banners"));
  const names = { nameEn, nameDe, nameTranslations };
  await tx.insert(creativeGroups).values({ uuid, ...rest, ...names, updatedAt: now });
}

/** Records that a campaign's banners have changed. */
export async function touchOwnGroup(tx: Transaction, campaignId: number, now: Date): Promise<void> {
  await tx.update(creativeGroups).set({ updatedAt: now }).where(eq(creativeGroups.campaignId, campaignId));
}

/** Adds a creative to a campaign. */
export async function addChosen(tx: Transaction, campaignId: number, creativeUuid: string): Promise<void> {
  await tx.insert(campaignCreatives).values({ campaignId, creativeUuid }).onConflictDoNothing();
}

export async function dropChosen(tx: Transaction, campaignId: number, creativeUuid: string): Promise<void> {
  await tx
    .delete(campaignCreatives)
    .where(and(eq(campaignCreatives.campaignId, campaignId), eq(campaignCreatives.creativeUuid, creativeUuid)));
}

/** Removes the uploaded banners of a campaign that is about to be deleted. */
export async function removeOwnBanners(tx: Transaction, campaignId: number): Promise<void> {
  const group = await findOwnGroup(tx, campaignId);
  if (!group) return;
  await tx.delete(campaignCreatives).where(eq(campaignCreatives.campaignId, campaignId));
  await tx.delete(creatives).where(eq(creatives.creativeGroupUuid, group));
  await tx.delete(creativeGroups).where(eq(creativeGroups.uuid, group));
}

/** Copies a campaign's uploaded banners to a new one. @returns its group, and new uuids of creatives by old ones. */
export async function copyOwnBanners(
  tx: Transaction,
  from: number,
  to: number,
): Promise<{ group: string | null; copies: Map<string, string> }> {
  const { rows: groups } = await tx.execute<{ uuid: string }>(sql`
    insert into creative_groups (uuid, name_en, name_de, owner_uid, campaign_id)
    select gen_random_uuid(), g.name_en, g.name_de, c.owner_uid, c.id
    from creative_groups g join campaigns c on c.id = ${to} where g.campaign_id = ${from} returning uuid`);
  const group = groups[0]?.uuid ?? null;
  const copies = new Map<string, string>();
  if (!group) return { group, copies };
  for (const { creative } of await listOwnCreatives(tx, from)) {
    const { rows } = await tx.execute<{ uuid: string }>(sql`
      insert into creatives (uuid, creative_group_uuid, type, width, height)
      select gen_random_uuid(), ${group}, type, width, height from creatives where uuid = ${creative.uuid} returning uuid`);
    copies.set(creative.uuid, rows[0]!.uuid);
  }
  return { group, copies };
}
