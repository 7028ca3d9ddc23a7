import { compileIndex } from "@litfass/adserver/auction/campaign-index/index-compile";
import { createEngine, swapIndex } from "@litfass/adserver/auction/engine";
import { pace } from "@litfass/adserver/auction/pacing/pacing-loop";
import { rootDomain } from "@litfass/adserver/sync/root-domain";
import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { systemClock } from "@litfass/platform/clock";
import { collectGarbage } from "@litfass/platform/process/collect-garbage";
import { systemRandom } from "@litfass/platform/random";
import { snapshotOf } from "../bidding/campaigns.ts";

/** Bytes per campaign that an ad server holds: the snapshot with three banners, its place in the index, its state and pace. */
export function measureCampaignMemory(campaigns: number): number {
  const before = usedBytes();
  const engine = createEngine({ clock: systemClock, random: systemRandom, rootDomain });
  const now = Date.now();
  // As read from the database: snapshots share no texts.
  const read = (id: number): CampaignSnapshot => JSON.parse(JSON.stringify(snapshotOf(id, now)));
  swapIndex(engine, compileIndex(Array.from({ length: campaigns }, (_, at) => read(at + 1))));
  pace(engine);
  const bytes = usedBytes() - before;
  // Read afterwards, so that the engine is in use until here.
  return bytes / engine.index.campaigns.length;
}

function usedBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
