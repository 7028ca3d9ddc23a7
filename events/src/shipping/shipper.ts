import { liveWaits, unwatchedShipMs, watchMs } from "@litfass/contract/kernel/live-waits";
import { inSpan, traceHeaders } from "@litfass/platform/tracing/tracing";
import { batchContentType, batchHeader, batchPath, batchToken, signatureHeader, signBatch } from "../format/batch.ts";
import type { Journal } from "../journal/journal.ts";
import type { JournalLog, Segment } from "../journal/journal-folder.ts";

export type ShipperOptions = {
  journal: Pick<Journal, "process" | "seal" | "sealedSegments" | "readSegment" | "markShipped" | "setSegmentAside">;
  /** The origin of the API process, without a trailing slash. */
  apiUrl: string;
  secret: string;
  random: { number(): number };
  log: JournalLog;
  fetch?: typeof fetch;
  /** The time-out of a batch. */
  timeoutMs?: number;
  time?: ShippingTime;
};

/** A monotonic clock, and an abortable wait. */
export type ShippingTime = { nowMs(): number; pause(ms: number, signal: AbortSignal): Promise<void> };

export type Shipper = {
  /** Seals the open segment and sends all segments, oldest first. Throws where the API does not accept one. */
  ship(): Promise<number>;
  /** Ships until stopped. */
  start(): void;
  /** Somebody watches live figures: rounds follow each other faster for a while, beginning now. */
  watch(): void;
  /** Stops after the current attempt. */
  stop(): Promise<void>;
  /** Stops, and ships what is left while the API accepts it, for a few seconds at most: this may be the process's end. */
  finish(): Promise<void>;
};

/** The API did not accept a batch; it stays and is sent again unchanged. */
export class ShippingFailed extends Error {
  readonly retryAfterMs: number | null;
  constructor(reason: string, retryAfterMs: number | null, options?: ErrorOptions) {
    super(reason, options);
    this.name = "ShippingFailed";
    this.retryAfterMs = retryAfterMs;
  }
}

/** The API can read a batch while it stores another. */
const sentAtOnce = 2;
const minPauseMs = 500;
const maxPauseMs = 30_000;
/** The interval between checks of an empty journal. */
const idleMs = 100;
/** What is not shipped by then is shipped after the next start. */
const finishMs = 4_000;
/** The minimum pause between two rounds. */
const restMs = 500;

/**
 * Ships a journal to the intake. A sealed segment is one batch with the same bytes and token at every attempt. The open
 * segment grows while older ones wait, so a backlog is sent in large batches.
 */
export function createShipper(options: ShipperOptions): Shipper {
  const { journal, apiUrl, secret, random, log, timeoutMs = 30_000, time = systemTime } = options;
  const send = options.fetch ?? fetch;
  let stopping = new AbortController();
  const ending = new AbortController();
  let resting = new AbortController();
  let watchedUntilMs = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;

  async function sendSegment(segment: Segment): Promise<void> {
    const bytes = await journal.readSegment(segment);
    const token = batchToken({ process: journal.process, ...segment });
    const response = await send(`${apiUrl}${batchPath}`, {
      method: "POST",
      headers: {
        "content-type": batchContentType,
        [batchHeader]: token,
        [signatureHeader]: signBatch(secret, token, bytes),
        ...traceHeaders(),
      },
      body: bytes as Uint8Array<ArrayBuffer>,
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ending.signal]),
    }).catch((cause) => {
      throw new ShippingFailed(`The API at ${apiUrl} does not answer`, null, { cause });
    });
    const answer = await response.text();
    if (response.status === 200) return journal.markShipped(segment);
    if (response.status === 422) {
      log.error({ batch: token, answer }, "The API cannot read a journal segment: it is set aside for a person");
      return journal.setSegmentAside(segment);
    }
    const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
    throw new ShippingFailed(
      `The API answered a batch of events with ${response.status}`,
      Number.isFinite(seconds) ? seconds * 1_000 : null,
    );
  }

  async function ship(): Promise<number> {
    if (journal.sealedSegments().length === 0) await journal.seal();
    const waiting = journal.sealedSegments();
    let sent = 0;
    const sendOn = async (): Promise<void> => {
      for (let segment = waiting.shift(); segment !== undefined; segment = waiting.shift()) {
        try {
          const sending = segment;
          const attributes = { "litfass.process": journal.process };
          await inSpan("ship events", { kind: "producer", isRoot: true, attributes }, () => sendSegment(sending));
          sent += 1;
        } catch (error) {
          waiting.length = 0;
          throw error;
        }
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: sentAtOnce }, sendOn));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    return sent;
  }

  const isWatched = (): boolean => time.nowMs() < watchedUntilMs;

  /** Sending rounds have a minimum interval, because many small batches cost the stores more than one large batch. */
  async function rest(beganMs: number, signal: AbortSignal): Promise<void> {
    const pauseMs = (intervalMs: number): number => Math.max(restMs, intervalMs - (time.nowMs() - beganMs));
    if (isWatched()) return time.pause(pauseMs(liveWaits.shipMs), signal);
    resting = new AbortController();
    await time.pause(pauseMs(unwatchedShipMs), AbortSignal.any([signal, resting.signal]));
  }

  async function run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      const beganMs = time.nowMs();
      try {
        const sent = await ship();
        if (failures > 0) log.warn({ failures }, "Events are shipped again");
        failures = 0;
        await (sent > 0 ? rest(beganMs, signal) : time.pause(idleMs, signal));
      } catch (error) {
        const { err, retryAfterMs } = {
          err: error,
          retryAfterMs: error instanceof ShippingFailed ? error.retryAfterMs : null,
        };
        const pauseMs = retryAfterMs ?? Math.min(maxPauseMs, minPauseMs * 2 ** failures) * (0.5 + random.number() / 2);
        failures = Math.min(failures + 1, 10);
        log.error({ err, pauseMs, waiting: journal.sealedSegments().length }, "Events could not be shipped: they wait");
        await time.pause(pauseMs, signal);
      }
    }
  }

  const stop = async (): Promise<void> => {
    stopping.abort();
    await running;
    running = null;
  };

  return {
    ship,
    start() {
      stopping = new AbortController();
      running ??= run(stopping.signal);
    },
    watch() {
      watchedUntilMs = time.nowMs() + watchMs;
      resting.abort();
    },
    stop,
    async finish() {
      const timer = setTimeout(() => ending.abort(), finishMs);
      try {
        await stop();
        // What is sealed goes first, then what was written meanwhile.
        while ((await ship()) > 0);
      } catch (err) {
        log.warn({ err }, "Events were left in the journal: they are shipped after the next start");
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

const systemTime: ShippingTime = {
  nowMs: () => performance.now(),
  pause: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener("abort", done);
    }),
};
