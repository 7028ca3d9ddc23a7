import { countryCodes } from "@litfass/contract/kernel/country/countries";
import { recordedRelease } from "@litfass/platform/installation/release-sql";
import { isLaterVersion, version } from "@litfass/platform/installation/version";
import { migrationsFolder, readMigrationFiles } from "@litfass/platform/postgres/migration-files";
import { maxRatesAgeDays, ratesAgeDays } from "@litfass/platform/settings/rates-age";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { overdueSpendMs } from "../../modules/billing/index.ts";
import { type Check, failed, formatDuration, notConfigured, ok, onDatabase, warning } from "./check.ts";

const oldestSupported = 15;
const maxSkewMs = 2_000;
const minuteMs = 60_000;
const hourMs = 3_600_000;

async function one<Row extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<Row | undefined> {
  return (await client.query<Row>(text)).rows[0];
}

export const databaseVersion: Check = {
  name: "database",
  async run({ client, databaseError }) {
    if (!client) return failed(databaseError ?? "it does not respond", "start it, and check DATABASE_URL or DATA_DIR");
    const row = await one<{ number: string; text: string }>(
      client,
      "select current_setting('server_version_num') as number, current_setting('server_version') as text",
    );
    const major = Math.floor(Number(row?.number) / 10_000);
    if (major < oldestSupported) return failed(`PostgreSQL ${row?.text}`, `use PostgreSQL ${oldestSupported} or later`);
    return ok(`PostgreSQL ${row?.text}`);
  },
};

export const schema: Check = {
  name: "schema",
  run: onDatabase(async (client) => {
    const release = await recordedRelease(client);
    const { rows } = await client.query<{ name: string }>("select name from migrations");
    const files = readMigrationFiles(migrationsFolder("postgres")).map(({ name }) => name);
    const unknown = rows.find(({ name }) => !files.includes(name));
    if (unknown || (release !== null && isLaterVersion(release, version))) {
      const found = `release ${release ?? "unknown"}${unknown ? `, migration ${unknown.name}` : ""}`;
      return failed(found, "install the later release, or restore a backup made before the upgrade");
    }
    const pending = files.filter((file) => !rows.some(({ name }) => name === file)).length;
    if (pending > 0) return warning(`${pending} migrations are not applied`, "restart Litfass: the start applies them");
    return ok(`release ${release ?? "before releases were recorded"}, ${rows.length} migrations`);
  }),
};

export const clock: Check = {
  name: "clock",
  run: onDatabase(async (client, { now }) => {
    const asked = now().getTime();
    const row = await one<{ at: Date }>(client, "select clock_timestamp() as at");
    const answered = now().getTime();
    const at = row?.at.getTime() ?? 0;
    const skewMs = at < asked ? asked - at : Math.max(0, at - answered);
    const found = `${skewMs} ms from the database's`;
    return skewMs > maxSkewMs ? failed(found, "synchronize the clocks (NTP): ad servers stop bidding") : ok(found);
  }),
};

export const jobs: Check = {
  name: "jobs",
  run: onDatabase(async (client) => {
    const row = await one<{ waiting: string; seconds: string; failures: string }>(
      client,
      `select count(*) filter (where state in ('created', 'retry') and start_after <= now()) as waiting,
        coalesce(extract(epoch from now() - min(start_after) filter
          (where state in ('created', 'retry') and start_after <= now())), 0) as seconds,
        count(*) filter (where state = 'failed') as failures
      from pgboss.job where name not like '\\_\\_%'`,
    );
    const oldestMs = Number(row?.seconds) * 1000;
    const found = `${row?.waiting} are due, the oldest for ${formatDuration(oldestMs)}; ${row?.failures} failed`;
    if (oldestMs > 15 * minuteMs) return failed(found, "check that the API runs, and its log: it works on the jobs");
    if (Number(row?.failures) > 0) return warning(found, "see the queue monitor; failed jobs can be retried there");
    return ok(found);
  }),
};

export const openSpend: Check = {
  name: "open spend",
  run: onDatabase(async (client) => {
    const overdueMs = await overdueSpendMs(drizzle({ client }));
    if (overdueMs === 0) return ok("the spend of every hour that has ended is booked");
    const found = `an hour that ended ${formatDuration(overdueMs)} ago is not booked`;
    if (overdueMs <= hourMs) return ok(found);
    return failed(found, "see the job billing.book-spend in the queue monitor, and the API's log");
  }),
};

export const leases: Check = {
  name: "leases",
  run: onDatabase(async (client) => {
    const row = await one<{ stuck: string; micros: string }>(
      client,
      `select count(*) as stuck, coalesce(sum(granted_micros - consumed_micros), 0) as micros from leases
      where closed_at is null and expires_at < now() - interval '1 day'`,
    );
    const found = `${row?.stuck} expired more than a day ago`;
    if (Number(row?.stuck) === 0) return ok(found);
    const remedy = "start the ad servers that held them, or run the command leases:release";
    return warning(`${found} with ${row?.micros} micros of budgets`, remedy);
  }),
};

export const exchangeTraffic: Check = {
  name: "exchange traffic",
  run: onDatabase(async (client, { config }) => {
    const { rows } = await client.query<{ exchange: string; seconds: string | null }>(
      `select e.name as exchange, extract(epoch from now() - max(t.hour_at)) as seconds
      from (select name from exchanges where is_enabled union select unnest($1::text[])) as e (name)
      left join exchange_traffic t on t.exchange = e.name and t.requests > 0 group by e.name order by e.name limit 200`,
      [config.exchanges.map(({ name }) => name)],
    );
    if (rows.length === 0) return notConfigured("there is no exchange");
    return rows.map(({ exchange, seconds }) => {
      if (seconds === null) return warning(`${exchange}: no request yet`, "check its bid URL and key at the exchange");
      const ageMs = Number(seconds) * 1000;
      const found = `${exchange}: last requests in the hour that began ${formatDuration(ageMs)} ago`;
      return ageMs > 3 * hourMs
        ? warning(found, "ask the exchange, and check its key, networks and the proxy")
        : ok(found);
    });
  }),
};

export const replication: Check = {
  name: "replication",
  run: onDatabase(async (client) => {
    const { rows } = await client.query<{ name: string; seconds: string | null }>(
      `select application_name as name, extract(epoch from replay_lag) as seconds from pg_stat_replication
      order by application_name limit 50`,
    );
    if (rows.length === 0) return notConfigured("there is no replica");
    return rows.map(({ name, seconds }) => {
      const lagMs = Number(seconds ?? 0) * 1000;
      const found = `${name} is ${formatDuration(lagMs)} behind`;
      return lagMs > minuteMs ? warning(found, "check the replica's load and network") : ok(found);
    });
  }),
};

export const exchangeRates: Check = {
  name: "exchange rates",
  run: onDatabase(async (client, { config, now }) => {
    const row = await one<{ day: string | null }>(
      client,
      "select settings->>'as_of_on' as day from operator_settings where section = 'rates' order by version desc limit 1",
    );
    const day = row?.day ?? config.currencyRates.asOfOn;
    const days = ratesAgeDays(day, now());
    const found = `of ${day}, ${days} days old`;
    return days > maxRatesAgeDays
      ? warning(found, "set current ones under Settings, or check their daily download")
      : ok(found);
  }),
};

/** Accounts of early releases, which could be saved with any two letters as their country. */
export const accountCountries: Check = {
  name: "account countries",
  run: onDatabase(async (client) => {
    const { rows } = await client.query<{ email: string | null; uid: string; country: string; total: string }>(
      `select email, uid, country_code as country, count(*) over () as total from users
      where country_code is not null and country_code <> all ($1::text[]) order by uid limit 5`,
      [[...countryCodes]],
    );
    const [first] = rows;
    if (!first) return ok("every stored country exists");
    const named = rows.map(({ email, uid, country }) => `${email ?? uid} (${country})`).join(", ");
    const more = Number(first.total) > rows.length ? " and others" : "";
    const found = `${first.total} accounts have a country that does not exist: ${named}${more}`;
    return warning(found, "correct it in the user's profile: until then their orders get no invoice");
  }),
};
