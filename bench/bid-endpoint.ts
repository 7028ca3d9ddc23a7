import { barsExitCode, tellBar } from "./bars.ts";
import { ask, compare, type Measured } from "./load/compare.ts";

/**
 * Bid requests per second of the whole bidder (1,000 and 10,000 active campaigns; decision, signed markup, response)
 * against a bare node:http server that parses the same body and responds with 1 KB; and the response time at half of
 * the maximum.
 */
const connections = 32;
const halfLoadMs = 4_000;
const halfLoadRounds = 3;
const leastWithBid = 0.8;
/**
 * Measures the bare server at half of its maximum on the same machine, to separate the machine's waits from the
 * bidder's.
 */
const atHalfLoad = async ({ port, perSecond }: Measured) => {
  const halves = [];
  for (let round = 0; round < halfLoadRounds; round++) {
    halves.push(await ask("bids", port, connections, halfLoadMs, perSecond / 2));
  }
  return halves.reduce((best, half) => (half.p99Ms < best.p99Ms ? half : best));
};

const bars: Record<string, number> = { "1,000 campaigns": 0.9, "10,000 campaigns": 0.75 };

const servers = {
  bare: ["bare-post"],
  "1,000 campaigns": ["bidder", 1_000],
  "10,000 campaigns": ["bidder", 10_000],
};

await compare({ servers, load: "bids", connections }, async (measured) => {
  const bare = measured.get("bare")!;
  console.log(
    `bare node:http (parse, 1 KB back): ${Math.round(bare.perSecond)} requests/s, ${bare.cpuMicros.toFixed(1)} µs of processor time each`,
  );
  const bareHalf = await atHalfLoad(bare);
  console.log(`bare at half load: median ${bareHalf.medianMs.toFixed(2)} ms, p99 ${bareHalf.p99Ms.toFixed(2)} ms`);
  for (const [name, least] of Object.entries(bars)) {
    const bidder = measured.get(name)!;
    const { withBody, requests, bytes } = bidder.last;
    // Rejections are cheap: a bidder that does not bid would look fast.
    if (withBody < requests * leastWithBid)
      throw new Error(`${name}: only ${withBody} of ${requests} requests got a bid`);
    console.log(
      `${name}: ${Math.round(bidder.perSecond)} requests/s, ${bidder.cpuMicros.toFixed(1)} µs of processor time each, ` +
        `${((100 * withBody) / requests).toFixed(0)}% with a bid, ${Math.round(bytes / requests)} bytes an answer`,
    );
    tellBar(`${name} ÷ bare, by requests/s`, bidder.perSecond / bare.perSecond, { least });
    tellBar(`${name} ÷ bare, by processor time`, bare.cpuMicros / bidder.cpuMicros, { least });
    const { medianMs, p99Ms } = await atHalfLoad(bidder);
    console.log(`${name} at half load: median ${medianMs.toFixed(2)} ms`);
    tellBar(`${name} at half load, p99`, p99Ms, { most: 10 }, " ms");
  }
});

// Without the bidder's caches of pages and visitors, which real traffic fills less often.
await compare({ servers, load: "unique-bids", connections }, async (measured) => {
  const bare = measured.get("bare")!;
  for (const name of Object.keys(bars)) {
    const { perSecond, cpuMicros, last } = measured.get(name)!;
    if (last.withBody < last.requests * leastWithBid) throw new Error(`${name}: too few requests got a bid`);
    console.log(
      `${name}, no page or visitor twice: ÷ bare ${(perSecond / bare.perSecond).toFixed(2)} by requests/s, ` +
        `${(bare.cpuMicros / cpuMicros).toFixed(2)} by processor time`,
    );
  }
});
process.exit(barsExitCode());
