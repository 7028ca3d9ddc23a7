import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import { migrateClickHouse } from "@litfass/platform/clickhouse/migrate";
import type { Log } from "@litfass/platform/log/log";

const storedMs = 90 * 86_400_000;
const columns =
  "process, sequence, kind, at, exchange, auction_id, imp_id, campaign_id, owner_uid, creative_uuid, format, site, " +
  "site_kind, country, region, city, device, browser, language, charge_micros, currency, lease_id, invalid, visitor_key";

export type Generated = { events: number; now: Date; log: Log };

/**
 * Migrates an empty store and fills it with events of 90 days of the campaigns 1 to 200,
 * in chronological order, like in production. Half are bids that were not won; of the rest 70% impressions, 25%
 * viewable, 1% clicks, 2% invalid, 2% video starts. A campaign runs on some 60 sites and in some 40 cities, in a long
 * tail.
 */
export async function generateEvents(clickhouse: ClickHouse, { events, now, log }: Generated): Promise<void> {
  await migrateClickHouse(clickhouse, log);
  const step = 1_000_000;
  for (let first = 0; first < events; first += step) {
    await clickhouse.command({
      query: `insert into ad_events (${columns}) select
        'bench', number, multiIf(number % 2 = 0, 'bid', r < 72, 'impression', r < 97, 'viewable', r < 98, 'click', 'video_start'),
        toDateTime64('${now.toISOString().slice(0, 19).replace("T", " ")}', 3, 'UTC') - toIntervalMillisecond(toUInt64((${events} - number) * ${storedMs / events})),
        'sandbox', toString(number), '1', 1 + cityHash64(number, 2) % 200, concat('owner-', toString(cityHash64(number, 2) % 40)),
        concat('creative-', toString(cityHash64(number, 2) % 200), '-', toString(cityHash64(number, 3) % 5)), '300x250',
        concat('site-', toString(toUInt32(pow(cityHash64(number, 4) % 1000 / 1000, 4) * 100 + cityHash64(number, 2) % 20 * 20)), '.example'), 'site', 'CH',
        concat('CH-', toString(toUInt32(pow(cityHash64(number, 5) % 1000 / 1000, 3) * 26))),
        concat('city-', toString(toUInt32(pow(cityHash64(number, 5) % 1000 / 1000, 3) * 60))),
        ['computer', 'smartphone', 'tablet', 'connected_tv'][1 + cityHash64(number, 6) % 4], 'chrome', 'de',
        if(number % 2 = 1 and r < 70, 25000, 0), 'CHF', 'lease', if(number % 2 = 1 and r >= 70 and r < 72, 'declared_bot', ''),
        if(number % 2 = 1 and r < 70, hex(cityHash64(number, 7) % 2000000), '')
        from (select number, cityHash64(number) % 100 as r from numbers(${first}, ${Math.min(step, events - first)}))
        settings async_insert = 0, max_insert_threads = 2`,
    });
  }
  // The merges that a store has done automatically when these events arrive over 90 days.
  const shown = await clickhouse.query({
    query: "select name from system.tables where database = currentDatabase() and engine like '%MergeTree'",
    format: "JSONEachRow",
  });
  for (const { name: table } of await shown.json<{ name: string }>()) {
    await clickhouse.command({ query: `optimize table ${table} final` });
  }
}
