import type { Format } from "@litfass/contract/kernel/formats";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { type BannerDesign, designOf } from "../banner-design.ts";
import { type CreativeRow, campaignCreatives, creativeGroups, creatives } from "../tables.ts";

/** All SQL of a campaign's chosen creatives. Callers have checked access to the campaign. */

export async function replaceChosen(tx: Transaction, campaignId: number, uuids: string[]): Promise<void> {
  await tx.delete(campaignCreatives).where(eq(campaignCreatives.campaignId, campaignId));
  if (uuids.length === 0) return;
  await tx.insert(campaignCreatives).values(uuids.map((creativeUuid) => ({ campaignId, creativeUuid })));
}

/** Chosen creatives by campaign, in the order of their formats. */
export async function chosenUuids(db: Executor, campaignIds: number[]): Promise<Map<number, string[]>> {
  const chosen = new Map<number, string[]>();
  if (campaignIds.length === 0) return chosen;
  const rows = await db
    .select({ campaignId: campaignCreatives.campaignId, uuid: campaignCreatives.creativeUuid })
    .from(campaignCreatives)
    .innerJoin(creatives, eq(creatives.uuid, campaignCreatives.creativeUuid))
    .where(inArray(campaignCreatives.campaignId, campaignIds))
    .orderBy(asc(campaignCreatives.campaignId), asc(creatives.id));
  for (const { campaignId, uuid } of rows) chosen.set(campaignId, [...(chosen.get(campaignId) ?? []), uuid]);
  return chosen;
}

/** The chosen creatives of one campaign with their formats, in the order of the formats. */
export async function chosenFormats(db: Executor, campaignId: number): Promise<{ uuid: string; format: Format }[]> {
  const rows = await db
    .select({ uuid: creatives.uuid, width: creatives.width, height: creatives.height })
    .from(campaignCreatives)
    .innerJoin(creatives, eq(creatives.uuid, campaignCreatives.creativeUuid))
    .where(eq(campaignCreatives.campaignId, campaignId))
    .orderBy(asc(creatives.id))
    .limit(200);
  return rows.map(({ uuid, width, height }) => ({ uuid, format: `${width}x${height}` }));
}

type ThumbnailRow = { campaignId: number; group: string; uuid: string; width: number; height: number };

/** The chosen creative of each campaign with the aspect ratio closest to 300x250, the usual thumbnail. */
export async function thumbnailRows(db: Executor, campaignIds: number[]): Promise<ThumbnailRow[]> {
  if (campaignIds.length === 0) return [];
  const rows = await db
    .selectDistinctOn([campaignCreatives.campaignId], {
      campaignId: campaignCreatives.campaignId,
      group: creatives.creativeGroupUuid,
      uuid: creatives.uuid,
      width: creatives.width,
      height: creatives.height,
    })
    .from(campaignCreatives)
    .innerJoin(creatives, eq(creatives.uuid, campaignCreatives.creativeUuid))
    .where(inArray(campaignCreatives.campaignId, campaignIds))
    .orderBy(
      asc(campaignCreatives.campaignId),
      sql`abs(ln(${creatives.width}::float8 / ${creatives.height}) - ln(1.2))`,
      asc(creatives.id),
    );
  return rows.flatMap((row) => (row.group === null ? [] : [{ ...row, group: row.group }]));
}

export type ChosenCreative = CreativeRow & { design: BannerDesign | null };

/** The chosen creatives of one campaign with their group's design. */
export async function listChosen(db: Executor, campaignId: number): Promise<ChosenCreative[]> {
  const rows = await db
    .select({ creative: creatives, group: creativeGroups })
    .from(campaignCreatives)
    .innerJoin(creatives, eq(creatives.uuid, campaignCreatives.creativeUuid))
    .leftJoin(creativeGroups, eq(creativeGroups.uuid, creatives.creativeGroupUuid))
    .where(eq(campaignCreatives.campaignId, campaignId))
    .orderBy(asc(creatives.id));
  return rows.map(({ creative, group }) => ({ ...creative, design: group && designOf(group) }));
}

/** Stores the published file of a creative. */
export async function noteFile(tx: Transaction, campaignId: number, uuid: string, fileHash: string): Promise<void> {
  await tx
    .update(campaignCreatives)
    .set({ fileHash })
    .where(and(eq(campaignCreatives.campaignId, campaignId), eq(campaignCreatives.creativeUuid, uuid)));
}

/** Copies a campaign's chosen creatives to a new one; `copies` maps creatives that belong to the other campaign. */
export async function copyChosen(
  tx: Transaction,
  from: number,
  to: number,
  copies: Map<string, string>,
): Promise<void> {
  const chosen = (await chosenUuids(tx, [from])).get(from) ?? [];
  await replaceChosen(
    tx,
    to,
    chosen.map((uuid) => copies.get(uuid) ?? uuid),
  );
}
