import type { LineOfBusiness } from "@litfass/contract/campaigns/lines-of-business";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

const maxCampaigns = 5_000;

/** The running campaigns of one account that declare another line of business than this, oldest first; at most 5,000. */
export async function listOtherLines(db: Executor, ownerUid: string, line: LineOfBusiness): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT id FROM campaigns WHERE owner_uid = ${ownerUid} AND status = 'ACTIVE' AND line_of_business IS DISTINCT FROM ${line}
    ORDER BY id LIMIT ${maxCampaigns}`);
  return rows.map(({ id }) => Number(id));
}
