import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/**
 * How long charges or media cost of an hour that has ended wait for their entry in the books, by the database's clock
 * (docs/decisions/0062); 0 if none do. A job books them a few minutes after the hour.
 */
export const overdueSpendMs = (db: Executor): Promise<number> =>
  db
    .execute<{ seconds: string }>(sql`
      SELECT greatest(0, extract(epoch FROM now() - min(hour_at) - interval '1 hour')) AS seconds FROM open_spend`)
    .then(({ rows: [row] }) => Math.round(Number(row?.seconds ?? 0) * 1000));
