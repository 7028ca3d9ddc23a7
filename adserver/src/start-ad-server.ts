import type { AdEvent } from "@litfass/contract/events/ad-event";
import type { CurrencyRates } from "@litfass/contract/kernel/currency-rates";
import type { Journal } from "@litfass/events/index";
import type { Clock } from "@litfass/platform/clock";
import type { Exchange, Margins } from "@litfass/platform/config/exchanges";
import type { Log } from "@litfass/platform/log/log";
import type { Database } from "@litfass/platform/postgres/postgres";
import { clockProblem } from "@litfass/platform/process/clock-skew";
import { drain } from "@litfass/platform/process/drain";
import { StartError } from "@litfass/platform/process/lifetime";
import { readDatabaseTime } from "@litfass/platform/process/process-sql";
import { reportProcess } from "@litfass/platform/process/report-process";
import type { Random } from "@litfass/platform/random";
import { connectRedis } from "@litfass/platform/redis/redis";
import type { Keys } from "@litfass/platform/security/keys";
import type { LastingKeys } from "@litfass/platform/security/lasting-keys";
import type { LiveSettings } from "@litfass/platform/settings/follow-settings";
import { decisionRandom } from "./auction/decision-random.ts";
import { createEngine } from "./auction/engine.ts";
import type { Adjustment } from "./auction/pacing/pacing.ts";
import { pace, pacingInParts } from "./auction/pacing/pacing-loop.ts";
import { serve } from "./http/server.ts";
import { inTurn, repeat, repeatWhenDue } from "./repeat.ts";
import { savedAtIntervals } from "./save-interval.ts";
import { savesOf } from "./saves.ts";
import { createAdServer, type Locate } from "./serving/ad-server.ts";
import { applyExchanges } from "./serving/apply-exchanges.ts";
import { applySettings } from "./serving/apply-settings.ts";
import { withFailuresLogged } from "./serving/conversions/conversions.ts";
import { watchLoad } from "./serving/metrics/load-watch.ts";
import type { Metrics } from "./serving/metrics/metrics.ts";
import { hasOpenAds, openAds } from "./serving/open-ads.ts";
import { createRelay } from "./serving/relay/relay.ts";
import { createRouter } from "./serving/router.ts";
import { countHeld } from "./serving/trackers/count-impression.ts";
import type { Append } from "./serving/trackers/event-of.ts";
import { replayJournal, type ShippedHistory } from "./serving/trackers/replay-journal.ts";
import { resumeDayMargins } from "./serving/trackers/resume-day-margins.ts";
import { findAdFile, findHeldAdFile } from "./sync/ad-file-sql.ts";
import { checkClock } from "./sync/clock-check.ts";
import { collectDeferredCalls } from "./sync/collect-deferred-calls.ts";
import { recordConversion } from "./sync/conversions/conversion-sql.ts";
import { deferCalls } from "./sync/deferred-calls-sql.ts";
import { createLeaseKeeper, recoverLeases } from "./sync/lease-keeper.ts";
import { listSellers } from "./sync/placement-sql.ts";
import { addProcessMetrics, reportJournal } from "./sync/process-metrics.ts";
import { rootDomain } from "./sync/root-domain.ts";
import { shareCap } from "./sync/shared-cap.ts";
import { loadViewability, syncSharedState } from "./sync/shared-state.ts";
import { followSnapshots } from "./sync/snapshot-feed.ts";
import { findSnapshot } from "./sync/snapshot-sql.ts";
import { syncOptOuts } from "./sync/sync-opt-outs.ts";
import { syncPlacements } from "./sync/sync-placements.ts";

export type AdServerOptions = {
  host: string;
  /** 0 picks a free port. */
  port: number;
  /** The public origin, without a trailing slash: of this process, or of all behind a load balancer. */
  adsUrl: string;
  /** The origin of the operator's public pages, without a trailing slash. */
  publicUrl: string;
  /** The process name in the journal. */
  process: string;
  signingKeys: Keys;
  lastingKeys: LastingKeys;
  db: Database;
  /** For the LISTEN connection. */
  databaseUrl: string;
  clock: Clock;
  random: Random;
  log: Log;
  append: Append;
  /** The remainders of costs that an earlier run left. */
  carried?: ReadonlyMap<string, number>;
  /** The journal's state; absent where `append` cannot fail. */
  journal?: Pick<Journal, "isWritable" | "probe" | "filesForInspection" | "backlog">;
  /** Events of the journal that are not shipped yet, replayed after a restart. */
  unshipped?: Iterable<AdEvent> | AsyncIterable<AdEvent>;
  /** What was shipped before a restart, and since when both are complete. Absent: since now. */
  history?: ShippedHistory;
  /** Exchanges that may request bids, which spends customers' budgets. A new list applies within a second. */
  exchanges: { current(): Exchange[] };
  rates?: CurrencyRates;
  /** The operator's settings as they apply now: exchange rates, frequency caps, and the name in VAST documents. */
  settings?: Pick<LiveSettings, "current">;
  isProxy?: (address: string) => boolean;
  isDataCentre?: (ip: string) => boolean;
  locate?: Locate;
  tcfVendorId?: number;
  /** What bids in pages' own auctions leave of the customer's price. */
  pageMargins?: Margins;
  syncPartners?: Map<string, string>;
  /** The shared frequency count. Without it processes count alone and exchange counts. */
  redisUrl?: string;
  /**
   * Several ad servers behind one address pass calls on to the one that offered the ad. Absent: each has its own
   * address.
   */
  group?: { keys: Keys; internalUrl: string };
  /** Called when somebody watches live figures, again and again while they do. */
  onWatch?: () => void;
  /** Records adjustments; defaults to the table. */
  recordAdjustments?: (adjustments: Adjustment[]) => Promise<void>;
  /** The longest time for which `drain` serves ads that were offered before; 0 by default. */
  drainMs?: number;
};

export type RunningAdServer = {
  port: number;
  /**
   * Offers no more ads, and serves and counts those offered before until their auctions are over and nobody calls for
   * them any more, `drainMs` is over, or `hurry` is aborted.
   */
  drain(hurry: AbortSignal): Promise<void>;
  stop(): Promise<void>;
};

const renewMs = 1_000;
const countHeldMs = 1_000;
const probeMs = 1_000;
const saveMs = 5_000;
const collectMs = 5_000;
const trafficMs = 30_000;
const funnelMs = 10_000;
const sellersMs = 10_000;
const settingsMs = 1_000;
const placementsMs = 3_000;
/** The longest wait of a bid for the shared count. */
const capAnswerMs = 20;

/**
 * Starts an ad server: loads campaigns, recovers leases, listens. Throws where PostgreSQL is unreachable or the port is
 * taken. `stop` finishes requests, returns leases and saves counts.
 */
export async function startAdServer(options: AdServerOptions): Promise<RunningAdServer> {
  const { db, log, process } = options;
  const engine = createEngine({
    ...options,
    rootDomain,
    random: decisionRandom(options.random),
  });
  const unshipped: AdEvent[] = [];
  for await (const event of options.unshipped ?? []) unshipped.push(event);
  const clockCheck = checkClock({ readTime: () => readDatabaseTime(db), clock: options.clock, log });
  if (!(await clockCheck.run())) throw new StartError(clockProblem(clockCheck.skewMs()));
  await loadViewability(db, engine);
  const share = syncSharedState(db, engine);
  await share();
  const { group } = options;
  let isDraining = false;
  const isReady = (): boolean =>
    !isDraining && feed.isFresh() && clockCheck.isRight() && (options.journal?.isWritable() ?? true);
  const load = watchLoad();
  const redis =
    options.redisUrl === undefined ? undefined : await connectRedis(options.redisUrl, { answerMs: capAnswerMs });
  const adServer = createAdServer({
    engine,
    process,
    adsUrl: options.adsUrl,
    publicUrl: options.publicUrl,
    signingKeys: options.signingKeys,
    lastingKeys: options.lastingKeys,
    append: options.append,
    carried: options.carried,
    loadFile: (hash) => findAdFile(db, hash),
    loadHeldFile: (hash) => findHeldAdFile(db, hash),
    findSnapshot: (campaignId) => findSnapshot(db, campaignId),
    recordConversion: withFailuresLogged((conversion) => recordConversion(db, conversion), log),
    listSellers: () => listSellers(db),
    isReady,
    load,
    isDataCentre: options.isDataCentre,
    locate: options.locate,
    tcfVendorId: options.tcfVendorId,
    pageMargins: options.pageMargins,
    sharedCap: redis === undefined ? undefined : shareCap(redis, log),
    ...(group && {
      internalKeys: group.keys,
      createRelay: (metrics: Metrics) =>
        createRelay({
          secret: group.keys[0],
          clock: options.clock,
          metrics,
          peerUrl: (name) => keeper.peers().get(name),
          defer: (name, calls) => deferCalls(db, name, calls),
        }),
    }),
  });
  const replayed = await replayJournal(adServer.counting, unshipped, options.history);
  await recoverLeases(db, engine, process, unshipped);
  const keeper = createLeaseKeeper({
    db,
    engine,
    process,
    clockCheck,
    ...(group && { internalUrl: group.internalUrl }),
  });
  const onLoad = async (): Promise<void> => {
    await keeper.renew();
    pace(engine);
  };
  const { onWatch = () => {} } = options;
  const feed = await followSnapshots({ db, url: options.databaseUrl, engine, log, onLoad, onWatch });
  addProcessMetrics(adServer, { clockCheck, feed, keeper, journal: options.journal });
  const { settings } = options;
  if (settings) applySettings(adServer, settings);
  let applied = options.exchanges.current();
  const router = createRouter(adServer, { exchanges: applied, syncPartners: options.syncPartners });
  resumeDayMargins(engine, replayed);
  const saves = savesOf(options, adServer);
  const shareOptOuts = syncOptOuts(db, adServer.optOuts);
  await saves.sellers();
  await shareOptOuts();
  const collect = inTurn(collectDeferredCalls(db, adServer, log));
  adServer.collectDeferred = collect;
  const loadPlacements = syncPlacements(db, adServer.placements);
  await loadPlacements();
  const atIntervals = (usualMs: number, save: () => Promise<void>) =>
    savedAtIntervals({
      usualMs,
      processes: () => engine.processes,
      nowMs: () => performance.now(),
      save,
    });
  const logged = (message: string) => (error: unknown) => log.error({ err: error }, message);
  const loops = [
    repeatWhenDue(0, pacingInParts(engine)),
    repeat(probeMs, async () => void (await options.journal?.probe())),
    repeat(renewMs, () => keeper.renew(), logged("leases could not be renewed")),
    repeat(countHeldMs, () => countHeld(adServer.counting), logged("held impressions could not be counted")),
    repeat(collectMs, collect, logged("deferred calls could not be counted")),
    repeat(saveMs, () => share().then(shareOptOuts), logged("counts could not be saved")),
    repeat(saveMs, atIntervals(saveMs, saves.adjustments), logged("adjustments could not be saved")),
    repeat(placementsMs, loadPlacements, logged("placements could not be loaded")),
    repeat(funnelMs, atIntervals(funnelMs, saves.funnel), logged("no-bid reasons could not be saved")),
    repeat(sellersMs, saves.sellers, logged("sellers could not be synchronized")),
    repeat(settingsMs, async () => {
      if (settings) applySettings(adServer, settings);
      const exchanges = options.exchanges.current();
      if (exchanges !== applied) applyExchanges(adServer, exchanges);
      applied = exchanges;
    }),
    repeat(trafficMs, saves.traffic, logged("the traffic sample could not be saved")),
  ];
  const server = await serve(router, {
    host: options.host,
    port: options.port,
    isProxy: options.isProxy ?? (() => false),
    log,
  });
  const { journal } = options;
  const reporter = reportProcess({
    db,
    log,
    kind: "ad_server",
    id: process,
    isReady,
    snapshotAgeMs: feed.ageMs,
    ...(journal && { journal: () => reportJournal(journal) }),
  });
  return {
    port: server.port,
    async drain(hurry) {
      isDraining = true;
      log.info({ openAds: openAds(engine) }, "no more bids: the ads offered so far are served and counted");
      const end = await drain({
        maxMs: options.drainMs ?? 0,
        isPending: () => hasOpenAds(adServer.counting),
        hurry,
      });
      log.info({ end, openAds: openAds(engine) }, "drained");
    },
    async stop() {
      isDraining = true;
      const steps = [
        () => server.stop(),
        () => reporter.stop(),
        async () => {
          load.stop();
          for (const loop of loops) await loop.stop();
        },
        () => countHeld(adServer.counting, "all"),
        async () => redis?.close(),
        () => feed.close(),
        share,
        shareOptOuts,
        saves.traffic,
        saves.sellers,
        saves.adjustments,
        saves.funnel,
        () => keeper.finishAll(),
      ];
      for (const step of steps)
        await step().catch((error: unknown) => log.error({ err: error }, "a step of stopping failed"));
    },
  };
}
