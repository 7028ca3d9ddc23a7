import type { PlacementState } from "@litfass/contract/publishers/placements";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { type SQL, sql } from "drizzle-orm";
import { payeeOf } from "../publisher-sql.ts";

/** SQL of placements. Every statement names the publisher, whose access callers have checked. */

type FallbackAd = { hash: string; width: number; height: number; link: string; alt: string };

/** What a publisher chooses for a placement. */
export type PlacementSettings = {
  name: string;
  sizes: string[];
  floorMinor: number;
  allowedCategories: string[];
  blockedCategories: string[];
  blockedAdvertisers: string[];
  refreshSeconds: number | null;
  state: PlacementState;
};

export type PlacementRow = PlacementSettings & {
  id: number;
  publisherId: number;
  siteId: number;
  siteName: string;
  fallback: FallbackAd | null;
  createdAt: Date;
};

type Row = {
  id: string;
  publisher_id: string;
  site_id: string;
  site_name: string;
  name: string;
  sizes: string[];
  floor_minor: number;
  allowed_categories: string[];
  blocked_categories: string[];
  blocked_advertisers: string[];
  refresh_seconds: number | null;
  state: PlacementState;
  fallback: FallbackAd | null;
  created_at: string;
};

const rowOf = (row: Row): PlacementRow => ({
  id: Number(row.id),
  publisherId: Number(row.publisher_id),
  siteId: Number(row.site_id),
  siteName: row.site_name,
  name: row.name,
  sizes: row.sizes,
  floorMinor: row.floor_minor,
  allowedCategories: row.allowed_categories,
  blockedCategories: row.blocked_categories,
  blockedAdvertisers: row.blocked_advertisers,
  refreshSeconds: row.refresh_seconds,
  state: row.state,
  fallback: row.fallback,
  createdAt: new Date(row.created_at),
});

const columns = sql`l.id, l.publisher_id, l.site_id, s.name AS site_name, l.name, l.sizes, l.floor_minor,
  l.allowed_categories, l.blocked_categories, l.blocked_advertisers, l.refresh_seconds, l.state, l.created_at,
  CASE WHEN l.fallback_hash IS NOT NULL THEN jsonb_build_object('hash', l.fallback_hash, 'width', l.fallback_width, 'height',
    l.fallback_height, 'link', l.fallback_link, 'alt', l.fallback_alt) END AS fallback`;
const source = sql`placements l JOIN publisher_sites s ON s.id = l.site_id`;
const texts = (values: string[]): SQL => sql`${sql.param(values)}::text[]`;
const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

type PlacementQuery = {
  page: number;
  per_page: number;
  search?: string | undefined;
  site?: number | undefined;
  state?: PlacementState | undefined;
};

/** A page of a publisher's placements, the newest first; archived ones only where asked for. */
export async function listPlacementRows(
  db: Executor,
  publisherId: number,
  { page, per_page, search, site, state }: PlacementQuery,
): Promise<{ rows: PlacementRow[]; total: number }> {
  const conditions = [sql`l.publisher_id = ${publisherId}`];
  conditions.push(state === undefined ? sql`l.state <> 'archived'` : sql`l.state = ${state}`);
  if (site !== undefined) conditions.push(sql`l.site_id = ${site}`);
  if (search) conditions.push(sql`strpos(lower(l.name), ${search.toLowerCase()}) > 0`);
  const where = sql.join(conditions, sql` AND `);
  const { rows } = await db.execute<Row>(sql`SELECT ${columns} FROM ${source} WHERE ${where} ORDER BY l.id DESC
    LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`);
  const counted = await db.execute<{ total: string }>(sql`SELECT count(*) AS total FROM placements l WHERE ${where}`);
  return { rows: rows.map(rowOf), total: Number(counted.rows[0]?.total) };
}

export async function findPlacement(db: Executor, publisherId: number, id: number): Promise<PlacementRow | null> {
  const { rows } = await db.execute<Row>(
    sql`SELECT ${columns} FROM ${source} WHERE l.id = ${id} AND l.publisher_id = ${publisherId}`,
  );
  return rows[0] ? rowOf(rows[0]) : null;
}

export async function insertPlacement(
  tx: WriteTransaction,
  { publisherId, siteId }: Pick<PlacementRow, "publisherId" | "siteId">,
  settings: PlacementSettings,
  now: Date,
): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO placements (publisher_id, site_id, name, sizes, floor_minor, allowed_categories, blocked_categories,
      blocked_advertisers, refresh_seconds, state, created_at, updated_at)
    VALUES (${publisherId}, ${siteId}, ${settings.name}, ${texts(settings.sizes)}, ${settings.floorMinor},
      ${texts(settings.allowedCategories)}, ${texts(settings.blockedCategories)}, ${texts(settings.blockedAdvertisers)},
      ${settings.refreshSeconds}, ${settings.state}, ${instant(now)}, ${instant(now)})
    RETURNING id`);
  return Number(rows[0]?.id);
}

export async function updatePlacementRow(
  tx: WriteTransaction,
  { id, publisherId }: Pick<PlacementRow, "id" | "publisherId">,
  settings: PlacementSettings,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    UPDATE placements SET name = ${settings.name}, sizes = ${texts(settings.sizes)}, floor_minor = ${settings.floorMinor},
      allowed_categories = ${texts(settings.allowedCategories)}, blocked_categories = ${texts(settings.blockedCategories)},
      blocked_advertisers = ${texts(settings.blockedAdvertisers)}, refresh_seconds = ${settings.refreshSeconds},
      state = ${settings.state}, updated_at = ${instant(now)}
    WHERE id = ${id} AND publisher_id = ${publisherId}`);
}

/** Sets or removes a placement's fallback ad. */
export async function updateFallbackAd(
  tx: WriteTransaction,
  { id, publisherId }: Pick<PlacementRow, "id" | "publisherId">,
  fallback: FallbackAd | null,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    UPDATE placements SET fallback_hash = ${fallback?.hash ?? null}, fallback_width = ${fallback?.width ?? null},
      fallback_height = ${fallback?.height ?? null}, fallback_link = ${fallback?.link ?? null}, fallback_alt = ${fallback?.alt ?? null},
      updated_at = ${instant(now)}
    WHERE id = ${id} AND publisher_id = ${publisherId}`);
}

/** Whom the share of each placement is owed to, as the ledger names it. Of all publishers, for the settlement of events. */
export async function payeesOfPlacements(db: Executor, placementIds: number[]): Promise<Map<number, string>> {
  const { rows } = await db.execute<{ id: string; seller_id: string }>(sql`
    SELECT l.id, p.seller_id FROM placements l JOIN publishers p ON p.id = l.publisher_id
    WHERE l.id = ANY(${sql.param(placementIds)}::bigint[])`);
  return new Map(rows.map(({ id, seller_id }) => [Number(id), payeeOf(seller_id)]));
}
