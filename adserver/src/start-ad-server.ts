import type { AdEvent, NewAdEvent } from "@litfass/contract/events/ad-event";
import type { CurrencyRates } from "@litfass/contract/kernel/currency-rates";
import type { Clock } from "@litfass/platform/clock";
import type { Exchange } from "@litfass/platform/config/exchanges";
import type { Log } from "@litfass/platform/log";
import type { Database } from "@litfass/platform/postgres/postgres";
import type { Random } from "@litfass/platform/random";
import { connectRedis } from "@litfass/platform/redis/redis";
import { decisionRandom } from "./auction/decision-random.ts";
import { createEngine } from "./auction/engine.ts";
import { takeFunnel } from "./auction/funnel.ts";
import { takeUnrecorded } from "./auction/pacing/adjustments.ts";
import type { Adjustment } from "./auction/pacing/pacing.ts";
import { pace, pacePartMs, pacingInParts } from "./auction/pacing/pacing-loop.ts";
import { isHourOver, newTraffic } from "./auction/traffic.ts";
import { serve } from "./http/server.ts";
import { createDelivery, type Locate } from "./serving/ad-server.ts";
import { newBidAnswers } from "./serving/metrics/bid-outcomes.ts";
import { watchLoad } from "./serving/metrics/load-watch.ts";
import { createRouter } from "./serving/router.ts";
import { remember } from "./serving/trackers/counting.ts";
import { findAdFile, findHeldAdFile } from "./sync/ad-file-sql.ts";
import { recordAdjustments } from "./sync/adjustment-recorder.ts";
import { addBidAnswers } from "./sync/bid-outcome-sql.ts";
import { addFunnel } from "./sync/funnel-sql.ts";
import { keepLeases, recoverLeases } from "./sync/lease-keeper.ts";
import { rootDomain } from "./sync/root-domain.ts";
import { shareCap } from "./sync/shared-cap.ts";
import { loadVisibility, shareMemory } from "./sync/shared-state.ts";
import { followSnapshots } from "./sync/snapshot-feed.ts";
import { findSnapshot } from "./sync/snapshot-sql.ts";
import { shareSellers } from "./sync/sync-sellers.ts";
import { saveTraffic } from "./sync/traffic-sql.ts";

export type DeliveryOptions = {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Public origin of this process, without a slash at the end. Each process has its own. */
  adsUrl: string;
  /** The journal's name for this process. */
  process: string;
  signingSecret: string;
  db: Database;
  /** For the connection that listens. */
  databaseUrl: string;
  clock: Clock;
  random: Random;
  log: Log;
  /** Resolves when the event is safely on disk. */
  append: (event: NewAdEvent) => Promise<unknown>;
  /** Events of the journal that are not shipped yet: what a restart must remember. */
  unshipped?: Iterable<AdEvent> | AsyncIterable<AdEvent>;
  /** Who may ask for bids: whoever can ask has ads shown at the customers' cost. */
  exchanges: Exchange[];
  rates?: CurrencyRates;
  isProxy?: (address: string) => boolean;
  isDataCentre?: (ip: string) => boolean;
  locate?: Locate;
  tcfVendorId?: number;
  exchangeDomains?: Record<string, string>;
  syncPartners?: Map<string, string>;
  /** Where all processes count how often a visitor saw a campaign; without it each counts by itself and they share. */
  redisUrl?: string;
  /** Where adjustments go; the room's own table unless told. */
  recordAdjustments?: (adjustments: Adjustment[]) => Promise<void>;
};

export type RunningDelivery = { port: number; stop(): Promise<void> };

const renewMs = 1_000;
const saveMs = 5_000;
const trafficMs = 30_000;
const funnelMs = 10_000;
const sellersMs = 10_000;
/** A bid waits no longer than this for the count of all processes. */
const capAnswerMs = 20;

/**
 * Starts a delivery process: reads campaigns, recovers its leases, listens. Throws where PostgreSQL does not answer or
 * the port is taken. `stop` answers what is under way, gives back leases and writes down what was learnt.
 */
export async function startDelivery(options: DeliveryOptions): Promise<RunningDelivery> {
  const { db, log, process } = options;
  const engine = createEngine({ ...options, rootDomain, random: decisionRandom(options.random) });
  const unshipped: AdEvent[] = [];
  for await (const event of options.unshipped ?? []) unshipped.push(event);
  await loadVisibility(db, engine);
  const share = shareMemory(db, engine);
  await share();
  await recoverLeases(db, engine, process, unshipped);
  const keeper = keepLeases({ db, engine, process });
  const onLoad = async (): Promise<void> => {
    await keeper.renew();
    pace(engine);
  };
  const feed = await followSnapshots({ db, url: options.databaseUrl, engine, log, onLoad });
  const load = watchLoad();
  const redis = options.redisUrl === undefined ? undefined : connectRedis(options.redisUrl, { answerMs: capAnswerMs });
  const delivery = createDelivery({
    engine,
    process,
    adsUrl: options.adsUrl,
    signingSecret: options.signingSecret,
    append: options.append,
    loadFile: (hash) => findAdFile(db, hash),
    loadHeldFile: (hash) => findHeldAdFile(db, hash),
    findSnapshot: (campaignId) => findSnapshot(db, campaignId),
    isReady: feed.isFresh,
    load,
    isDataCentre: options.isDataCentre,
    locate: options.locate,
    tcfVendorId: options.tcfVendorId,
    exchangeDomains: options.exchangeDomains,
    sharedCap: redis === undefined ? undefined : shareCap(redis, log),
  });
  for (const event of unshipped) remember(delivery.counting, event);
  const record = options.recordAdjustments ?? ((adjustments) => recordAdjustments(db, process, adjustments));
  const pacePart = pacingInParts(engine);
  const loops = [
    repeat(pacePartMs, async () => pacePart()),
    repeat(
      renewMs,
      () => keeper.renew(),
      (error) => log.error({ err: error }, "leases could not be renewed"),
    ),
    repeat(
      saveMs,
      async () => {
        await share();
        await record(takeUnrecorded(engine.adjustments));
      },
      (error) => log.error({ err: error }, "what delivery learnt could not be written down"),
    ),
  ];
  const answers = newBidAnswers(delivery.metrics);
  const writeFunnel = async (): Promise<void> => {
    await addFunnel(db, takeFunnel(engine), options.clock.now());
    const fresh = answers.take();
    await addBidAnswers(db, fresh, options.clock.now()).catch((error: unknown) => {
      answers.giveBack(fresh);
      throw error;
    });
  };
  loops.push(
    repeat(funnelMs, writeFunnel, (error) => log.error({ err: error }, "no-bid reasons were not written down")),
  );
  const sellers = shareSellers(db, engine.sellers);
  const writeSellers = (): Promise<void> => sellers(options.clock.now());
  await writeSellers();
  loops.push(
    repeat(sellersMs, writeSellers, (error) => log.error({ err: error }, "sellers could not be written and read")),
  );
  const writeTraffic = async (): Promise<void> => {
    await saveTraffic(db, process, engine.traffic);
    const nowMs = engine.clock.now().getTime();
    if (isHourOver(engine.traffic, nowMs)) engine.traffic = newTraffic(nowMs);
  };
  loops.push(
    repeat(trafficMs, writeTraffic, (error) => log.error({ err: error }, "the sample of traffic could not be written")),
  );
  const router = createRouter(delivery, {
    exchanges: options.exchanges,
    syncPartners: options.syncPartners,
  });
  const server = await serve(router, {
    host: options.host,
    port: options.port,
    isProxy: options.isProxy ?? (() => false),
    log,
  });
  return {
    port: server.port,
    async stop() {
      const steps = [
        () => server.stop(),
        async () => {
          load.stop();
          for (const loop of loops) await loop.stop();
        },
        async () => redis?.close(),
        () => feed.close(),
        share,
        writeTraffic,
        writeSellers,
        () => record(takeUnrecorded(engine.adjustments)),
        writeFunnel,
        () => keeper.finishAll(),
      ];
      for (const step of steps)
        await step().catch((error: unknown) => log.error({ err: error }, "a step of stopping failed"));
    },
  };
}

type Loop = { stop(): Promise<void> };

/** Runs a step every so often, never twice at a time; a failed step is told and the next one tries again. */
function repeat(everyMs: number, step: () => Promise<void>, onError: (error: unknown) => void = () => {}): Loop {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= step()
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
