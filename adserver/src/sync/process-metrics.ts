import type { Journal, JournalBacklog } from "@litfass/events/index";
import { collectProcessMetrics } from "@litfass/platform/http/metrics";
import type { JournalReport } from "@litfass/platform/process/process-sql";
import { Counter, Gauge } from "prom-client";
import type { AdServer } from "../serving/ad-server.ts";
import type { ExchangeTraffic, TrafficCounts } from "../serving/exchange-access.ts";
import { addCounter, addGauge, type Metrics } from "../serving/metrics/metrics.ts";
import type { ClockCheck } from "./clock-check.ts";
import type { LeaseKeeper } from "./lease-keeper.ts";
import type { SnapshotFeed } from "./snapshot-feed.ts";

type Sources = {
  clockCheck: Pick<ClockCheck, "skewMs">;
  feed: Pick<SnapshotFeed, "ageMs">;
  keeper: Pick<LeaseKeeper, "totals">;
  journal: Pick<Journal, "isWritable" | "filesForInspection" | "backlog"> | undefined;
};

/** The journal's state for the operators' status page. */
export async function reportJournal(journal: Pick<Journal, "filesForInspection" | "backlog">): Promise<JournalReport> {
  const backlog = await journal.backlog();
  return {
    events: backlog.events,
    bytes: backlog.bytes,
    oldestAgeMs: oldestAgeMs(backlog),
    filesForInspection: journal.filesForInspection(),
  };
}

/** File times come from this machine's own clock. */
const oldestAgeMs = ({ oldestAtMs }: JournalBacklog): number =>
  oldestAtMs === null ? 0 : Math.max(0, Date.now() - oldestAtMs);

/** Metrics of a running process: Node.js, snapshots, leases, the journal and exchanges. All are read when collected. */
export function addProcessMetrics({ engine, metrics, exchangeTraffic }: AdServer, sources: Sources): void {
  const { clockCheck, feed, keeper, journal } = sources;
  collectProcessMetrics(metrics.registry);
  addGauge(
    metrics,
    "clock_skew_seconds",
    "Seconds ahead of the database's clock, negative if behind",
    () => clockCheck.skewMs() / 1000,
  );
  addGauge(
    metrics,
    "snapshot_age_seconds",
    "Seconds since changes of campaigns were last read",
    () => feed.ageMs() / 1000,
  );

  const sumOf = (field: "grantedMicros" | "consumedMicros"): number =>
    [...engine.leases.byId.values()].reduce((sum, lease) => sum + lease[field], 0);
  addGauge(metrics, "leases", "Open budget leases", () => engine.leases.byId.size);
  addGauge(metrics, "lease_granted_micros", "Granted to open leases, in millionths of a currency unit", () =>
    sumOf("grantedMicros"),
  );
  addGauge(metrics, "lease_used_micros", "Charged on open leases, in millionths of a currency unit", () =>
    sumOf("consumedMicros"),
  );
  addCounter(
    metrics,
    "lease_granted_micros_total",
    "Granted since the start, in millionths of a currency unit",
    () => keeper.totals.grantedMicros,
  );
  addCounter(
    metrics,
    "lease_released_micros_total",
    "Given back unused since the start, in millionths of a currency unit",
    () => keeper.totals.releasedMicros,
  );

  addGauge(metrics, "journal_writable", "1 while the journal takes events, 0 while bidding is stopped", () =>
    Number(journal?.isWritable() ?? true),
  );
  addGauge(
    metrics,
    "journal_files_for_inspection",
    "Journal files with events that could not be counted",
    () => journal?.filesForInspection() ?? 0,
  );
  addJournalBacklog(metrics, journal);
  addExchangeCounter(metrics, exchangeTraffic, "requests", "exchange_bid_requests_total", "Bid requests by exchange");
  addExchangeCounter(metrics, exchangeTraffic, "bids", "exchange_bids_total", "Bids by exchange");
  addExchangeCounter(metrics, exchangeTraffic, "wins", "exchange_wins_total", "Win notices by exchange");
}

/** The three values of a collection come from one reading of the folder: a gauge is read as soon as its own `collect` ends. */
function addJournalBacklog({ registry }: Metrics, journal: Sources["journal"]): void {
  const none = { events: 0, bytes: 0, oldestAtMs: null };
  let reading: Promise<JournalBacklog> | undefined;
  const readBacklog = (): Promise<JournalBacklog> => {
    reading ??= (journal?.backlog() ?? Promise.resolve(none)).finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const gauge = (name: string, help: string, figure: (backlog: JournalBacklog) => number) =>
    new Gauge({
      name: `litfass_journal_${name}`,
      help,
      registers: [registry],
      async collect() {
        this.set(figure(await readBacklog()));
      },
    });
  gauge("unshipped_events", "Events in sealed journal segments that the API has not stored", ({ events }) => events);
  gauge("unshipped_bytes", "Bytes of sealed journal segments that the API has not stored", ({ bytes }) => bytes);
  gauge(
    "oldest_unshipped_age_seconds",
    "Age of the oldest sealed journal segment that the API has not stored; 0 if there is none",
    (backlog) => oldestAgeMs(backlog) / 1000,
  );
}

function addExchangeCounter(
  { registry }: Metrics,
  traffic: ReadonlyMap<string, ExchangeTraffic>,
  count: keyof TrafficCounts,
  name: string,
  help: string,
): void {
  new Counter({
    name: `litfass_${name}`,
    help,
    labelNames: ["exchange"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [exchange, counts] of traffic) this.inc({ exchange }, counts[count]);
    },
  });
}
