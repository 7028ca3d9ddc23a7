import { tagExchange } from "@litfass/contract/adserver/placement-snapshot";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import type { ReservedDeals } from "../../auction/deals.ts";

const maxReserved = 100_000;

/** The deals at exchanges that only some accounts may use, whatever their status: the exchange may still offer an ended one. */
export async function listReservedDeals(db: Executor): Promise<ReservedDeals> {
  const { rows } = await db.execute<{ exchange: string; deal_id: string; uids: string[] }>(sql`
    SELECT d.exchange, d.deal_id, array_agg(a.user_uid) AS uids
    FROM deals d JOIN deal_accounts a ON a.deal_id = d.id WHERE d.exchange <> ${tagExchange}
    GROUP BY d.id ORDER BY d.id LIMIT ${maxReserved}`);
  const reserved = new Map<string, Map<string, ReadonlySet<string>>>();
  for (const { exchange, deal_id: id, uids } of rows) {
    const ofExchange = reserved.get(exchange) ?? new Map<string, ReadonlySet<string>>();
    reserved.set(exchange, ofExchange.set(id, new Set(uids)));
  }
  return reserved;
}
