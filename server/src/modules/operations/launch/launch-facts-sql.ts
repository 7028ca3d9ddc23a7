import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** Of the enabled exchanges, how many there are and how many have sent requests since an instant. */
export const countExchanges = (
  db: Executor,
  configured: readonly string[],
  since: Date,
): Promise<{ enabled: number; sending: number }> =>
  db
    .execute<{ enabled: number; sending: number }>(sql`
    WITH enabled AS (
      SELECT name FROM exchanges WHERE is_enabled
      UNION SELECT unnest(${sql.param([...configured])}::text[])
      EXCEPT SELECT name FROM exchanges WHERE NOT is_enabled
    )
    SELECT count(*)::int AS enabled, count(*) FILTER (WHERE EXISTS (
      SELECT 1 FROM exchange_traffic t
      WHERE t.exchange = enabled.name AND t.requests > 0 AND t.hour_at >= ${since.toISOString()}::timestamptz
    ))::int AS sending FROM enabled`)
    .then(({ rows: [row] }) => row ?? { enabled: 0, sending: 0 });
