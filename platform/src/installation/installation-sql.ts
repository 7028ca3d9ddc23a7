import type { Database } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import pg from "pg";

const demoKey = "demo";

/** When the demo was seeded, from the database of `databaseUrl`; null if it was not. */
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

/** Records that the demo is seeded: it is not seeded again, and `--production` rejects this database. */
export async function noteDemoSeeded(db: Database, at: Date): Promise<void> {
  await db.execute(sql`insert into installation (key, value, noted_at) values (${demoKey}, 'filled', ${at.toISOString()})
    on conflict (key) do nothing`);
}
