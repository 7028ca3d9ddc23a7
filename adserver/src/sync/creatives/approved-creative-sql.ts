import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

const maxApproved = 200_000;

/** IDs of the creatives that exchanges have approved, by exchange. */
export async function listApprovedCreatives(db: Executor): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await db.execute<{ exchange: string; ids: string[] }>(sql`
    SELECT exchange, array_agg(creative_id) AS ids FROM (
      SELECT exchange, creative_id FROM creative_registrations WHERE status = 'approved' LIMIT ${maxApproved}
    ) approved GROUP BY exchange`);
  return new Map(rows.map(({ exchange, ids }) => [exchange, new Set(ids)]));
}
