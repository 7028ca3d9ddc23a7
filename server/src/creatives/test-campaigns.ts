import type { Caller } from "@litfass/contract/roles";
import { sql } from "drizzle-orm";
import type { Database, Executor } from "../platform/postgres.ts";
import { forbidden, notFound } from "../platform/problem.ts";
import type { CampaignAccess, CampaignFacts } from "./campaign-access.ts";

/** Campaigns for the tests of this room, which cannot use the campaigns room because that builds on this one. */

/** @returns the id of a new draft in German. */
export async function addCampaign(db: Database, owner: string, group: string | null): Promise<number> {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into campaigns (owner_uid, name, currency, language, destination_url, creative_group, created_at, updated_at)
    values (${owner}, 'Winter', 'CHF', 'de', 'https://www.example.ch/winter', ${group}, now(), now()) returning id`);
  return Number(rows[0]?.id);
}

/** Owners reach their campaigns. */
export const accessByOwner: CampaignAccess = {
  get: (db, caller, id) => readCampaign(db, caller, id, sql``),
  lock: (tx, caller, id) => readCampaign(tx, caller, id, sql`for update`),
};

async function readCampaign(
  db: Executor,
  caller: Caller,
  id: number,
  lock: ReturnType<typeof sql>,
): Promise<CampaignFacts> {
  const { rows } = await db.execute<Omit<CampaignFacts, "id"> & { owner: string }>(sql`
    select owner_uid as owner, status, language, destination_url as "destinationUrl", creative_group as "creativeGroup"
    from campaigns where id = ${id} ${lock}`);
  const [row] = rows;
  if (!row) throw notFound();
  if (row.owner !== caller.uid) throw forbidden();
  return { id, ...row };
}
