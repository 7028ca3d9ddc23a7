import { bodies, uniqueMessages } from "../bidding/bodies.ts";
import { impressions } from "../tracking/impressions.ts";
import { drive } from "./drive.ts";

export type ClientResult = {
  requests: number;
  perSecond: number;
  withBody: number;
  bytes: number;
  medianMs: number;
  p99Ms: number;
};

const visitors = 2048;
const maxImpressions = 120_000;
const settleMs = 1_500;

/**
 * A separate process that generates load on a port: `bids`, `unique-bids` (no page or visitor comes twice) or
 * `impressions`; for a duration; optionally at a fixed rate.
 */
const [kind = "", port, connections, durationMs, perSecond = "0"] = process.argv.slice(2);

const bidRequests = (): Buffer[] =>
  bodies(visitors).map((body) =>
    Buffer.from(
      `POST /openrtb2/bench/bid HTTP/1.1\r\nhost: ads.example\r\ncontent-type: application/json\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    ),
  );

const requests = kind === "impressions" ? impressions(maxImpressions, 1_000) : bidRequests();
const round = await drive({
  port: Number(port),
  requests,
  ...(kind === "unique-bids" ? { change: uniqueMessages(requests) } : {}),
  connections: Number(connections),
  durationMs: Number(durationMs),
  ...(Number(perSecond) > 0 ? { perSecond: Number(perSecond), settleMs } : {}),
});
const at = (share: number): number => round.waitsMs[Math.floor((round.waitsMs.length - 1) * share)] ?? 0;
const result: ClientResult = {
  requests: round.requests,
  perSecond: round.requests / round.seconds,
  withBody: round.withBody,
  bytes: round.bytes,
  medianMs: at(0.5),
  p99Ms: at(0.99),
};
console.log(JSON.stringify(result));
process.exit(0);
