import pg from "pg";

/** When the demo was filled in, as noted in the database; null where it was not. */
export async function demoSeededAt(databaseUrl: string): Promise<Date | null> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ noted_at: Date }>("select noted_at from installation where key = 'demo'");
    return rows[0]?.noted_at ?? null;
  } finally {
    await client.end();
  }
}
