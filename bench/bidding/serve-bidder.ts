import { compileIndex } from "@litfass/adserver/auction/campaign-index/index-compile";
import { decisionRandom } from "@litfass/adserver/auction/decision-random";
import { createEngine, swapIndex } from "@litfass/adserver/auction/engine";
import { pace, pacingInParts } from "@litfass/adserver/auction/pacing/pacing-loop";
import { serve } from "@litfass/adserver/http/server";
import { rootDomain } from "@litfass/adserver/index";
import { repeatWhenDue } from "@litfass/adserver/repeat";
import { type AdServer, type AdServerParts, createAdServer } from "@litfass/adserver/serving/ad-server";
import { createRouter } from "@litfass/adserver/serving/router";
import { systemClock } from "@litfass/platform/clock";
import { createLog } from "@litfass/platform/log/log";
import { systemRandom } from "@litfass/platform/random";
import { derivedLastingKeys } from "@litfass/platform/security/lasting-keys";
import { snapshotOf } from "./campaigns.ts";

const dayMs = 86_400_000;

export const leaseIdOf = (campaignId: number): string => `7f0cfb4a-0000-4000-8000-${campaignId}`;
export const benchSecret = "a secret for benchmarks, long enough";
export const benchProcess = "bench-0123456789ab";

/** A bidder with this many running campaigns, each with budget, lease and pacing. */
export function benchBidder(campaigns: number, append: AdServerParts["append"] = async () => {}): AdServer {
  const engine = createEngine({ rootDomain, clock: systemClock, random: decisionRandom(systemRandom) });
  const now = Date.now();
  const snapshots = Array.from({ length: campaigns }, (_, i) => snapshotOf(i + 1, now));
  swapIndex(engine, compileIndex(snapshots));
  const dayOn = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Zurich" }).format(now);
  for (const { campaignId, budgetMicros } of snapshots) {
    const lease = {
      id: leaseIdOf(campaignId),
      campaignId,
      dayOn,
      grantedMicros: Number(budgetMicros),
      consumedMicros: 0,
      expiresAtMs: now + dayMs,
    };
    engine.leases.byId.set(lease.id, lease);
    engine.leases.current.set(campaignId, lease);
    engine.states.get(campaignId)!.evenDayMicros = Number(budgetMicros);
  }
  pace(engine);
  repeatWhenDue(0, pacingInParts(engine));
  return createAdServer({
    engine,
    process: benchProcess,
    adsUrl: "https://ads.example",
    publicUrl: "https://operator.example",
    signingKeys: [benchSecret],
    lastingKeys: derivedLastingKeys(benchSecret),
    append,
    loadFile: async () => null,
    loadHeldFile: async () => null,
    findSnapshot: async () => null,
    recordConversion: async () => "not_measured",
    isReady: () => true,
    load: { waitMs: () => 0, isOver: () => false, stop: () => {} },
  });
}

/** Starts a bidder behind its HTTP server; returns the port. */
export async function serveBidder(bidder: AdServer): Promise<number> {
  const router = createRouter(bidder, { exchanges: [{ name: "bench" }] });
  const log = createLog({ level: "warn", process: "bench" });
  return (await serve(router, { host: "127.0.0.1", port: 0, isProxy: () => false, log })).port;
}
