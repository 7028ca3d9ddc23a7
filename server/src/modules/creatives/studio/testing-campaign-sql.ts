import type { Database } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/**
 * A new draft in German for this module's tests, which cannot use the campaigns module because it depends on this
 * one.
 * @returns its id
 */
export async function addCampaign(db: Database, owner: string, group: string | null): Promise<number> {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into campaigns (owner_uid, name, currency, language, destination_url, creative_group, created_at, updated_at)
    values (${owner}, 'Winter', 'CHF', 'de', 'https://www.example.ch/winter', ${group}, now(), now()) returning id`);
  return Number(rows[0]?.id);
}
