import type { Database } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** PostgreSQL channel between API processes: the sender's id, and the campaigns with new events. */
export const eventNewsChannel = "litfass_event_news";

export const notifyChannel = (db: Database, channel: string, payload: string): Promise<unknown> =>
  db.execute(sql`SELECT pg_notify(${channel}, ${payload})`);
