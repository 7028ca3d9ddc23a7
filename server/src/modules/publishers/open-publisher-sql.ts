import type { Closing } from "@litfass/contract/identity/own-account";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** What keeps the account of a publisher's owner open: ads that still run, or statements that are not paid. */
export async function openPublisherOf(db: Executor, ownerUid: string): Promise<Closing["publisher"]> {
  const { rows } = await db.execute<{ state: string; is_owed: boolean }>(sql`
    SELECT p.state, EXISTS (SELECT FROM publisher_statements s WHERE s.publisher_id = p.id AND s.state <> 'paid') AS is_owed
    FROM publishers p WHERE p.owner_uid = ${ownerUid}`);
  const [publisher] = rows;
  if (publisher === undefined) return null;
  if (publisher.state === "active") return "active";
  return publisher.is_owed ? "unpaid" : null;
}
