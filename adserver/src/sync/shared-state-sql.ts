import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import type { Frequency } from "../auction/frequency-cap/frequency.ts";
import type { RemarketingAudiences } from "../auction/remarketing-audience.ts";
import type { ViewabilityChanges } from "../auction/viewability/viewability-changes.ts";

type Row = Record<string, string>;
const column = (values: unknown[]) => sql.param(values);

/** Adds counts to placements and campaigns, each in one statement. */
export async function addViewability(db: Executor, changes: ViewabilityChanges): Promise<void> {
  const placements = [...changes.placements];
  if (placements.length > 0) {
    await db.execute(sql`
      INSERT INTO placement_visibility (placement, impressions, measured, viewable, clicks)
      SELECT * FROM unnest(${column(placements.map(([key]) => key))}::text[],
        ${column(placements.map(([, counts]) => counts.impressions))}::bigint[],
        ${column(placements.map(([, counts]) => counts.measured))}::bigint[],
        ${column(placements.map(([, counts]) => counts.viewable))}::bigint[],
        ${column(placements.map(([, counts]) => counts.clicks))}::bigint[])
      ON CONFLICT (placement) DO UPDATE SET changed_at = now(), impressions = placement_visibility.impressions + excluded.impressions,
        measured = placement_visibility.measured + excluded.measured,
        viewable = placement_visibility.viewable + excluded.viewable, clicks = placement_visibility.clicks + excluded.clicks`);
  }
  const campaigns = [...changes.campaigns];
  if (campaigns.length === 0) return;
  await db.execute(sql`
    INSERT INTO campaign_visibility (campaign_id, impressions, measured, viewable)
    SELECT * FROM unnest(${column(campaigns.map(([key]) => key))}::bigint[],
      ${column(campaigns.map(([, counts]) => counts.impressions))}::bigint[],
      ${column(campaigns.map(([, counts]) => counts.measured))}::bigint[],
      ${column(campaigns.map(([, counts]) => counts.viewable))}::bigint[])
    ON CONFLICT (campaign_id) DO UPDATE SET impressions = campaign_visibility.impressions + excluded.impressions,
      measured = campaign_visibility.measured + excluded.measured,
      viewable = campaign_visibility.viewable + excluded.viewable`);
}

export async function addFrequency(db: Executor, changes: ReturnType<Frequency["takeChanges"]>): Promise<void> {
  if (changes.length === 0) return;
  await db.execute(sql`
    INSERT INTO frequency_counts (campaign_id, visitor_key, impressions)
    SELECT * FROM unnest(${column(changes.map((change) => change.campaignId))}::bigint[],
      ${column(changes.map((change) => change.visitorKey))}::text[],
      ${column(changes.map((change) => change.impressions))}::int[])
    ON CONFLICT (campaign_id, visitor_key) DO UPDATE
      SET impressions = frequency_counts.impressions + excluded.impressions, changed_at = now()`);
}

export async function addAudienceMembers(
  db: Executor,
  changes: ReturnType<RemarketingAudiences["takeChanges"]>,
): Promise<void> {
  if (changes.length === 0) return;
  await db.execute(sql`
    INSERT INTO visitor_contacts (visitor_key, owner_uid)
    SELECT * FROM unnest(${column(changes.map((change) => change.visitorKey))}::text[],
      ${column(changes.map((change) => change.ownerUid))}::text[])
    ON CONFLICT (visitor_key, owner_uid) DO UPDATE SET met_at = now()`);
}

export async function listPlacementViewability(db: Executor) {
  const { rows } = await db.execute<Row>(sql`SELECT placement, impressions, viewable, clicks FROM placement_visibility
    ORDER BY impressions DESC LIMIT 100000`);
  return rows.map((row) => ({ placement: String(row.placement), ...countsOf(row), clicks: Number(row.clicks) }));
}

export async function listCampaignViewability(db: Executor) {
  const { rows } = await db.execute<Row>(sql`SELECT campaign_id, impressions, viewable FROM campaign_visibility`);
  return rows.map((row) => ({ campaignId: Number(row.campaign_id), ...countsOf(row) }));
}

const countsOf = (row: Row) => ({ impressions: Number(row.impressions), viewable: Number(row.viewable) });

/** Counts changed since then by any process, newest first. */
export async function listFrequency(db: Executor, since: Date) {
  const { rows } = await db.execute<Row>(sql`SELECT campaign_id, visitor_key, impressions FROM frequency_counts
    WHERE changed_at > ${since.toISOString()}::timestamptz ORDER BY changed_at DESC LIMIT 1000000`);
  return rows.map((row) => ({
    campaignId: Number(row.campaign_id),
    visitorKey: String(row.visitor_key),
    impressions: Number(row.impressions),
  }));
}

export async function listAudienceMembers(db: Executor, since: Date) {
  const { rows } = await db.execute<Row>(sql`SELECT visitor_key, owner_uid FROM visitor_contacts
    WHERE met_at > ${since.toISOString()}::timestamptz ORDER BY met_at DESC LIMIT 1000000`);
  return rows.map((row) => ({ visitorKey: String(row.visitor_key), ownerUid: String(row.owner_uid) }));
}

/** The database's clock, by which changes are queried. */
export async function databaseTime(db: Executor): Promise<Date> {
  const { rows } = await db.execute<{ now: string }>(sql`SELECT now()`);
  return new Date(String(rows[0]?.now));
}
