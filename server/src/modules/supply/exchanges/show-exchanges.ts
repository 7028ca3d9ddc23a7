import type { CallOutput } from "@litfass/contract/kernel/endpoint";
import { metaOf } from "@litfass/contract/kernel/paging";
import type { ExchangeRecord, exchangeEndpoints } from "@litfass/contract/supply/exchanges";
import type { Exchange } from "@litfass/platform/config/exchanges";
import { type ExchangeRow, listStoredExchanges } from "@litfass/platform/exchanges/exchange-sql";
import { settingsOfExchange, settingsOfRow } from "@litfass/platform/exchanges/stored-exchange";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import { findStoredExchange, listExchangeTraffic, type TrafficRow } from "./exchange-sql.ts";

type ListQuery = {
  page: number;
  per_page: number;
  search?: string;
  sort?: "name" | "requests";
  direction: "asc" | "desc";
};

const trafficHours = 23;
const hourMs = 3_600_000;

/** The exchanges with their traffic: those of the configuration, replaced by stored ones of the same name. */
export async function listExchanges(
  parts: Platform,
  { page, per_page, search = "", sort = "name", direction }: ListQuery,
): Promise<CallOutput<(typeof exchangeEndpoints)["listExchanges"]>> {
  const found = (await listExchangeRecords(parts)).filter(({ name }) => name.includes(search.toLowerCase()));
  const order = direction === "asc" ? 1 : -1;
  found.sort((a, b) => {
    const byRequests = sort === "requests" ? a.traffic.requests - b.traffic.requests : 0;
    return order * (byRequests || (a.name < b.name ? -1 : 1));
  });
  const from = (page - 1) * per_page;
  return { data: found.slice(from, from + per_page), meta: metaOf(page, per_page, found.length) };
}

/** All exchanges, by name. */
export async function listExchangeRecords(parts: Platform): Promise<ExchangeRecord[]> {
  const stored = new Map((await listStoredExchanges(parts.db)).map((row) => [row.name, row]));
  const configured = new Map(parts.config.exchanges.map((exchange) => [exchange.name, exchange]));
  const traffic = await trafficOf(parts);
  return [...new Set([...configured.keys(), ...stored.keys()])]
    .sort()
    .map((name) => recordOf(parts, stored.get(name), configured.get(name), traffic.get(name)))
    .filter((each) => each !== null);
}

/** One exchange. @throws 404 if there is none of this name. */
export async function showExchange(parts: Platform, name: string): Promise<ExchangeRecord> {
  const row = await findStoredExchange(parts.db, name);
  const configured = parts.config.exchanges.find((exchange) => exchange.name === name);
  const record = recordOf(parts, row ?? undefined, configured, (await trafficOf(parts)).get(name));
  if (record === null) throw notFound();
  return record;
}

async function trafficOf({ db, clock }: Platform): Promise<Map<string, TrafficRow>> {
  const since = new Date(clock.now().getTime() - trafficHours * hourMs);
  return new Map((await listExchangeTraffic(db, since)).map((row) => [row.exchange, row]));
}

function recordOf(
  { config }: Platform,
  row: ExchangeRow | undefined,
  configured: Exchange | undefined,
  traffic: TrafficRow | undefined,
): ExchangeRecord | null {
  const name = row?.name ?? configured?.name;
  if (name === undefined) return null;
  const shared = {
    name,
    bid_url: `${config.adsUrl}/openrtb2/${name}/bid`,
    traffic: {
      requests: traffic?.requests ?? 0,
      bids: traffic?.bids ?? 0,
      wins: traffic?.wins ?? 0,
      last_at: traffic?.last_at ? new Date(traffic.last_at).toISOString() : null,
    },
  };
  if (row) {
    return {
      ...shared,
      version: row.version,
      is_enabled: row.is_enabled,
      settings: settingsOfRow(row),
      has_secret: row.secret_sealed !== null,
      has_price_keys: row.price_keys_sealed !== null,
      has_registration_password: row.registration_sealed !== null,
      changed_at: new Date(row.changed_at).toISOString(),
    };
  }
  return {
    ...shared,
    version: 0,
    is_enabled: true,
    settings: settingsOfExchange(configured ?? { name }),
    has_secret: configured?.secret !== undefined,
    has_price_keys: configured?.priceKeys !== undefined,
    has_registration_password: false,
    changed_at: null,
  };
}
