import { liveWaits } from "@litfass/contract/kernel/live-waits";
import { batchContentType, batchHeader, batchPath, batchToken, signatureHeader, signBatch } from "../format/batch.ts";
import type { Journal } from "../journal/journal.ts";
import type { JournalLog, Segment } from "../journal/journal-folder.ts";

export type ShipperOptions = {
  journal: Pick<Journal, "process" | "seal" | "sealedSegments" | "readSegment" | "removeSegment" | "setSegmentAside">;
  /** Where the API process is reached, without a slash at the end. */
  apiUrl: string;
  secret: string;
  random: { number(): number };
  log: JournalLog;
  fetch?: typeof fetch;
  /** How long a batch may take. */
  timeoutMs?: number;
  time?: ShippingTime;
};

/** Milliseconds that only ever grow, and waiting for some of them or the signal. */
export type ShippingTime = { nowMs(): number; pause(ms: number, signal: AbortSignal): Promise<void> };

export type Shipper = {
  /** Seals what is open and sends all that waits, oldest first. Throws where the API does not take it. */
  ship(): Promise<number>;
  /** Ships on and on until stopped. */
  start(): void;
  /** Ends after the attempt that is under way. */
  stop(): Promise<void>;
};

/** The API did not take a batch: it stays, and is sent again as it is. */
export class ShippingFailed extends Error {
  readonly retryAfterMs: number | null;
  constructor(reason: string, retryAfterMs: number | null, options?: ErrorOptions) {
    super(reason, options);
    this.name = "ShippingFailed";
    this.retryAfterMs = retryAfterMs;
  }
}

/** While the API stores one batch it can read the next. */
const sentAtOnce = 2;
const shortestPauseMs = 500;
const longestPauseMs = 30_000;
/** Between two looks into a journal where nothing waits. */
const idleMs = 100;
/** An API that is slow to store has this much rest between two rounds all the same. */
const restMs = 500;

/**
 * Brings a journal's events to the intake. One sealed segment is one batch: its bytes and its token are the same at
 * every attempt. While older segments wait, the open one grows, so a backlog is sent in large batches.
 */
export function createShipper(options: ShipperOptions): Shipper {
  const { journal, apiUrl, secret, random, log, timeoutMs = 30_000, time = systemTime } = options;
  const send = options.fetch ?? fetch;
  let stopping = new AbortController();
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
      },
      body: bytes as Uint8Array<ArrayBuffer>,
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause) => {
      throw new ShippingFailed(`The API at ${apiUrl} does not answer`, null, { cause });
    });
    const answer = await response.text();
    if (response.status === 200) return journal.removeSegment(segment);
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
          await sendSegment(segment);
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

  async function run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      let pauseMs = idleMs;
      const beganMs = time.nowMs();
      try {
        // Rounds that send begin so far apart, whatever they take: many small batches cost the stores more than one.
        if ((await ship()) > 0) pauseMs = Math.max(restMs, liveWaits.shipMs - (time.nowMs() - beganMs));
        if (failures > 0) log.warn({ failures }, "Events are shipped again");
        failures = 0;
      } catch (error) {
        const { err, retryAfterMs } = {
          err: error,
          retryAfterMs: error instanceof ShippingFailed ? error.retryAfterMs : null,
        };
        pauseMs =
          retryAfterMs ?? Math.min(longestPauseMs, shortestPauseMs * 2 ** failures) * (0.5 + random.number() / 2);
        failures = Math.min(failures + 1, 10);
        log.error({ err, pauseMs, waiting: journal.sealedSegments().length }, "Events could not be shipped: they wait");
      }
      await time.pause(pauseMs, signal);
    }
  }

  return {
    ship,
    start() {
      stopping = new AbortController();
      running ??= run(stopping.signal);
    },
    async stop() {
      stopping.abort();
      await running;
      running = null;
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
