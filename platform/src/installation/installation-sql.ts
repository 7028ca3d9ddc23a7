import { sql } from "drizzle-orm";
import pg from "pg";
import { type Database, type Executor, watchErrors } from "../postgres/postgres.ts";
import { requireRightClock } from "../process/clock-skew.ts";
import { StartError } from "../process/lifetime.ts";
import { demoRejected } from "./demo-rejected.ts";
import { refuseLaterRelease } from "./release-sql.ts";

const demoKey = "demo";
const productionKey = "production";

export type InstallationMode = {
  /** Real customers use this database: demo data and the sandbox are rejected for ever. */
  production: boolean;
  /** When the demo was completely seeded; null if it was not. */
  demoSeededAt: Date | null;
};

/**
 * Whether the database of `databaseUrl` is in production. The first start with `production` marks it, because a flag
 * of one command is easily forgotten.
 * @throws StartError if the database is not migrated or a later release has used it, if this machine's clock is wrong, or
 * if `production` is requested and it holds demo data.
 */
export async function installationMode(databaseUrl: string, production: boolean): Promise<InstallationMode> {
  return withClient(databaseUrl, async (client) => {
    const { rows: tables } = await client.query<{ exists: boolean }>(
      "select to_regclass('installation') is not null as exists",
    );
    if (!tables[0]?.exists)
      throw new StartError("the database has no tables yet: npm start or the process migrate creates them");
    await refuseLaterRelease(client);
    await requireRightClock(async () => {
      const { rows: times } = await client.query<{ ms: string }>(
        "select extract(epoch from clock_timestamp()) * 1000 as ms",
      );
      return Number(times[0]?.ms);
    });
    if (production) {
      await client.query(
        `insert into installation (key, value)
        select $1, 'on' where not exists (select from installation where key = $2) on conflict (key) do nothing`,
        [productionKey, demoKey],
      );
    }
    const { rows } = await client.query<{ key: string; value: string; noted_at: Date }>(
      "select key, value, noted_at from installation where key in ($1, $2)",
      [productionKey, demoKey],
    );
    const demo = rows.find(({ key }) => key === demoKey);
    if (production && demo) {
      throw new StartError("the database holds demo data; set DATA_DIR or DATABASE_URL to an empty place");
    }
    return {
      production: rows.some(({ key }) => key === productionKey),
      demoSeededAt: demo?.value === "filled" ? demo.noted_at : null,
    };
  });
}

/**
 * Records that demo data is about to be written, so that this database never becomes a production one.
 * @throws StartError if it is in production, or holds users that the demo did not create.
 */
export async function beginDemo(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ production: boolean; users: boolean }>(
      `with begun as (
        insert into installation (key, value)
        select $1, 'filling' where not exists (select from installation where key = $2)
        and not exists (select from users where email not like '%@demo.example') on conflict (key) do nothing
      ) select exists (select from installation where key = $2) as production,
        exists (select from users where email not like '%@demo.example') as users`,
      [demoKey, productionKey],
    );
    if (rows[0]?.production) throw new StartError(demoRejected);
    if (rows[0]?.users) {
      throw new StartError("the database holds real users; demo data is never added to them: set DEMO=off");
    }
  });
}

/** Records that the demo is complete: it is not seeded again. */
export async function noteDemoSeeded(db: Database, at: Date): Promise<void> {
  await db.execute(sql`insert into installation (key, value, noted_at) values (${demoKey}, 'filled', ${at.toISOString()})
    on conflict (key) do update set value = 'filled', noted_at = excluded.noted_at`);
}

/** Whether real customers use this database. */
export async function isProduction(db: Executor): Promise<boolean> {
  const { rows } = await db.execute<{ production: boolean }>(
    sql`select exists (select from installation where key = ${productionKey}) as production`,
  );
  return rows[0]?.production ?? false;
}

/** What the installation stores under a key; null if nothing. */
export async function readNote(db: Executor, key: string): Promise<string | null> {
  const { rows } = await db.execute<{ value: string }>(sql`select value from installation where key = ${key}`);
  return rows[0]?.value ?? null;
}

/** Stores a value unless another process did. @returns what is stored */
export async function writeFirstNote(db: Executor, key: string, value: string): Promise<string> {
  await db.execute(sql`insert into installation (key, value) values (${key}, ${value}) on conflict (key) do nothing`);
  return (await readNote(db, key)) ?? value;
}

/** Stores `value` if `known` is stored. */
export async function replaceNote(db: Executor, key: string, known: string, value: string): Promise<void> {
  await db.execute(
    sql`update installation set value = ${value}, noted_at = now() where key = ${key} and value = ${known}`,
  );
}

async function withClient<Result>(databaseUrl: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = watchErrors(new pg.Client({ connectionString: databaseUrl }));
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
