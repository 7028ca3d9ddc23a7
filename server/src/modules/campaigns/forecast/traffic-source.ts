import { readSeenRates, readTraffic, type SeenRates, type TrafficSample } from "@litfass/adserver/index";
import type { Platform } from "@litfass/platform/platform";

const freshMs = 5 * 60_000;
const retryMs = 20_000;
const sampleQuery = { count: 5000, seed: 7 };

/** A sample, and whether it is of exchanges or of the operator's own tag and publishers. */
export type SourceSample = TrafficSample & {
  kind: "exchanges" | "own";
  /** By default what the requests state. */
  seen?: SeenRates | undefined;
};

export type TrafficSource = () => Promise<SourceSample[]>;

/**
 * The samples for forecasts. Of exchanges: the exchange's own if it offers one, like the demo's, otherwise the ad servers'
 * traffic of the last seven days. Of the operator's own tag and publishers: always the latter. Cached for five minutes;
 * concurrent forecasts share a request.
 */
export function createTrafficSource(
  platform: Pick<Platform, "config" | "db" | "egress" | "clock" | "log">,
): TrafficSource {
  const { clock } = platform;
  let known: { samples: Promise<SourceSample[]>; untilMs: number } | undefined;
  return () => {
    const nowMs = clock.now().getTime();
    if (known && nowMs < known.untilMs) return known.samples;
    const fresh = { samples: readSamples(platform), untilMs: nowMs + freshMs };
    known = fresh;
    fresh.samples.then(
      (samples) => {
        const requests = samples.reduce((sum, each) => sum + each.requests.length, 0);
        if (requests < sampleQuery.count) fresh.untilMs = nowMs + retryMs;
      },
      () => {
        fresh.untilMs = nowMs;
      },
    );
    return fresh.samples;
  };
}

async function readSamples(platform: Parameters<typeof createTrafficSource>[0]): Promise<SourceSample[]> {
  const { db, clock } = platform;
  const [exchanges, own] = await Promise.all([readSample(platform), readTraffic(db, clock.now(), "own")]);
  return [
    { ...exchanges, kind: "exchanges" },
    { ...own, kind: "own", seen: await readSeenRates(db, own.requests) },
  ];
}

async function readSample(platform: Parameters<typeof createTrafficSource>[0]): Promise<TrafficSample> {
  const { config, db, clock, log } = platform;
  if (config.sandboxUrl !== null) {
    try {
      return await sampleOfExchange(platform, config.sandboxUrl);
    } catch (error) {
      log.warn({ err: error }, "the exchange gave no sample of its traffic");
    }
  }
  return readTraffic(db, clock.now());
}

type ExchangeState = { requestsPerSecond: number; bids: number; wins: number };

async function sampleOfExchange(
  { egress, config, clock }: Parameters<typeof createTrafficSource>[0],
  url: string,
): Promise<TrafficSample> {
  const limits = { timeoutMs: 5000, maxBytes: 30_000_000 };
  const sample = await egress(
    `${url}/exchange/sample?${new URLSearchParams({ count: String(sampleQuery.count), seed: String(sampleQuery.seed) })}`,
    limits,
  );
  const state = (await egress(`${url}/exchange/state`, limits)).json() as ExchangeState;
  // Only an API with a sandbox reads bid requests.
  const { parseTraffic } = await import("@litfass/adserver/openrtb/request/parse-traffic");
  const options = { exchange: "sandbox", signingSecret: config.secrets.signing[0], nowMs: clock.now().getTime() };
  return {
    requests: parseTraffic(sample.json() as unknown[], options),
    perDay: state.requestsPerSecond * 86_400,
    bids: state.bids,
    wins: state.wins,
  };
}
