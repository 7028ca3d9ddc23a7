import type { ClickHouse } from "./clickhouse.ts";

/** What the event store held when it was frozen. */
export type FrozenEvents = { events: number; chargeMicros: string };

/**
 * Freezes every table: hard links to its parts appear in `shadow/NAME` of the embedded store's folder, at once and
 * without copying. Consistent across tables only while the intake is paused.
 * @param name small letters, digits and underscores; it is the folder's name.
 */
export async function freezeEvents(clickhouse: ClickHouse, name: string): Promise<FrozenEvents> {
  if (!/^[a-z0-9_]{1,60}$/.test(name)) throw new Error(`Not a name for a freeze: ${JSON.stringify(name)}`);
  const tables = await clickhouse.query({
    query:
      "select name from system.tables where database = currentDatabase() and engine like '%MergeTree' order by name",
    format: "JSONEachRow",
  });
  for (const table of await tables.json<{ name: string }>()) {
    await clickhouse.command({ query: `alter table \`${table.name}\` freeze with name '${name}'` });
  }
  return countEvents(clickhouse);
}

/** The number of all events and the sum of their charges. */
export async function countEvents(clickhouse: ClickHouse): Promise<FrozenEvents> {
  const result = await clickhouse.query({
    query: "select count() as events, toString(sum(charge_micros)) as charged from ad_events",
    format: "JSONEachRow",
  });
  const [row] = await result.json<{ events: string; charged: string }>();
  return { events: Number(row?.events ?? 0), chargeMicros: row?.charged ?? "0" };
}
