import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** The version of PostgreSQL: `18.1`. Rejects if it does not answer. */
export const postgresVersion = (db: Executor): Promise<string> =>
  db
    .execute<{ version: string }>(sql`SELECT current_setting('server_version') AS version`)
    .then(({ rows: [row] }) => row?.version.split(" ")[0] ?? "");

/** The version of ClickHouse: `25.8.2.1`. Rejects if it does not answer. */
export const clickHouseVersion = (clickhouse: ClickHouse): Promise<string> =>
  clickhouse
    .query({ query: "SELECT version() AS version", format: "JSONEachRow" })
    .then((answer) => answer.json<{ version: string }>())
    .then(([row]) => row?.version ?? "");
