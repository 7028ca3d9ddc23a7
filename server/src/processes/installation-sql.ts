import type { Database } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import pg from "pg";

const demoKey = "demo";

/** When the demo was filled in, as noted in the database of `databaseUrl`; null where it was not. */
export async function demoSeededAt(databaseUrl: string): Promise<Date | null> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ noted_at: Date }>("select noted_at from installation where key = $1", [
      demoKey,
    ]);
    return rows[0]?.noted_at ?? null;
  } finally {
    await client.end();
  }
}

/** Notes that the demo is filled in: it is not filled in again, and `--production` refuses this database. */
export async function noteDemoSeeded(db: Database, at: Date): Promise<void> {
  await db.execute(sql`insert into installation (key, value, noted_at) values (${demoKey}, 'filled', ${at.toISOString()})
    on conflict (key) do nothing`);
}
