import type { AdEvent, NewAdEvent } from "@litfass/contract/ad-event";
import type { Clock } from "../platform/clock.ts";
import type { CurrencyRates } from "../platform/currency-rates.ts";
import type { Exchange } from "../platform/exchanges.ts";
import type { Log } from "../platform/log.ts";
import type { Database } from "../platform/postgres.ts";
import type { Random } from "../platform/random.ts";
import { connectRedis } from "../platform/redis.ts";
import { findAdFile, findHeldAdFile } from "./ad-file.ts";
import { recordAdjustments } from "./adjustment-recorder.ts";
import { takeUnrecorded } from "./adjustments.ts";
import { addBidAnswers } from "./bid-answer-sql.ts";
import { newBidAnswers } from "./bid-answers.ts";
import { remember } from "./counting.ts";
import { decisionRandom } from "./decision-random.ts";
import { createDelivery, type Locate } from "./delivery.ts";
import { createEngine } from "./engine.ts";
import { takeFunnel } from "./funnel.ts";
import { addFunnel } from "./funnel-sql.ts";
import { keepLeases, recoverLeases } from "./lease-keeper.ts";
import { watchLoad } from "./load-watch.ts";
import { loadVisibility, shareMemory } from "./memory.ts";
import type { Adjustment } from "./pacing.ts";
import { pace, pacePartMs, pacingInParts } from "./pacing-loop.ts";
import { createRouter } from "./router.ts";
import { serve } from "./server.ts";
import { shareSellers } from "./share-sellers.ts";
import { shareCap } from "./shared-cap.ts";
import { followSnapshots } from "./snapshot-feed.ts";
import { findSnapshot } from "./snapshot-sql.ts";
import { isHourOver, newTraffic } from "./traffic.ts";
import { saveTraffic } from "./traffic-sql.ts";

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
  const engine = createEngine({ ...options, random: decisionRandom(options.random) });
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
