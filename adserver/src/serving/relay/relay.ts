import {
  type AdCall,
  type AdCallKind,
  type AdCalls,
  adCallsAnswerSchema,
  adCallsPath,
  maxAdCallsAtOnce,
} from "@litfass/contract/adserver/ad-call";
import type { Clock } from "@litfass/platform/clock";
import { internalRequest } from "@litfass/platform/http/internal-call";
import type { ClearingPrice } from "../clearing-price/clearing-price.ts";
import type { HttpRequest } from "../http-message.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { AdToken } from "../tokens/ad-token.ts";
import { tokenIn } from "../tokens/ad-token.ts";
import { trafficHeaders } from "../trackers/invalid-traffic.ts";

export type CallDetails = {
  /** On `win` and `bill`. */
  price?: ClearingPrice;
  /** On `video_error`. */
  code?: string;
};

/** Passes calls on to the ad servers that offered the ads, so that all can be behind one address. */
export type Relay = {
  /**
   * Resolves when the other ad server has the event on disk, or, while that one does not respond, the call is in the
   * database. Rejects where neither works.
   */
  send(ad: AdToken, kind: AdCallKind, request: HttpRequest, details: CallDetails): Promise<void>;
};

export type RelayParts = {
  secret: string;
  clock: Clock;
  metrics: Metrics;
  /** The internal URL of an ad server by its process name; undefined where it does not run. */
  peerUrl(process: string): string | undefined;
  /** Stores calls until the ad server collects them. */
  defer(process: string, calls: AdCall[]): Promise<void>;
  fetch?: typeof fetch;
};

type Waiting = { call: AdCall; resolve(): void; reject(error: unknown): void };

const timeoutMs = 3_000;
/** An ad server that does not respond is not called for this long. */
const restMs = 2_000;
/** Further calls are rejected at once. */
const maxWaiting = 20_000;

export function createRelay(parts: RelayParts): Relay {
  const queues = new Map<string, PeerQueue>();
  return {
    send(ad, kind, request, details) {
      let queue = queues.get(ad.process);
      if (queue === undefined) {
        queue = new PeerQueue(ad.process, parts);
        queues.set(ad.process, queue);
      }
      return queue.add(adCallOf(ad, kind, request, details, parts.clock.now().getTime()));
    },
  };
}

const adCallOf = (
  ad: AdToken,
  kind: AdCallKind,
  { query, headers, ip }: HttpRequest,
  { price, code }: CallDetails,
  atMs: number,
): AdCall => ({
  kind,
  token: tokenIn(query, "t"),
  at: atMs,
  ip,
  headers: trafficHeaders(headers),
  has_opted_out: ad.visitorKey === "",
  ...(price !== undefined && { price }),
  ...(code !== undefined && { code: code.slice(0, 20) }),
});

/** Sends what waits for one ad server in batches, one at a time: calls that arrive meanwhile form the next batch. */
class PeerQueue {
  #waiting: Waiting[] = [];
  #isSending = false;
  #restsUntilMs = 0;
  readonly #process: string;
  readonly #parts: RelayParts;

  constructor(process: string, parts: RelayParts) {
    this.#process = process;
    this.#parts = parts;
  }

  add(call: AdCall): Promise<void> {
    if (this.#waiting.length >= maxWaiting) {
      this.#parts.metrics.relayed.of("lost").count++;
      return Promise.reject(new Error(`Too many calls wait for the ad server ${this.#process}`));
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ call, resolve, reject });
    void this.#run();
    return promise;
  }

  async #run(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    while (this.#waiting.length > 0) await this.#deliver(this.#waiting.splice(0, maxAdCallsAtOnce));
    this.#isSending = false;
  }

  async #deliver(batch: Waiting[]): Promise<void> {
    const { relayed } = this.#parts.metrics;
    const done = await this.#post(batch.map(({ call }) => call));
    const left: Waiting[] = [];
    for (const [index, waiting] of batch.entries()) {
      if (done[index] === true) waiting.resolve();
      else left.push(waiting);
    }
    relayed.of("sent").count += batch.length - left.length;
    if (left.length === 0) return;
    try {
      await this.#parts.defer(
        this.#process,
        left.map(({ call }) => call),
      );
      relayed.of("deferred").count += left.length;
      for (const { resolve } of left) resolve();
    } catch (error) {
      relayed.of("lost").count += left.length;
      for (const { reject } of left) reject(error);
    }
  }

  /** Which calls the ad server has counted; none where it does not respond. */
  async #post(calls: AdCall[]): Promise<boolean[]> {
    const { peerUrl, clock, secret, fetch: send = fetch } = this.#parts;
    const url = peerUrl(this.#process);
    const at = clock.now();
    if (url === undefined || at.getTime() < this.#restsUntilMs) return [];
    const input: AdCalls = { process: this.#process, calls };
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await send(`${url}${adCallsPath}`, {
        ...internalRequest(secret, adCallsPath, { at, input }),
        signal,
      });
      if (!response.ok) throw new Error(`The ad server ${this.#process} answered calls with ${response.status}`);
      return adCallsAnswerSchema.parse(await response.json()).done;
    } catch {
      this.#restsUntilMs = clock.now().getTime() + restMs;
      return [];
    }
  }
}
