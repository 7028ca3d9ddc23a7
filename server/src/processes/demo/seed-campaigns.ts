import { placementOfImp } from "@litfass/contract/adserver/placement-snapshot";
import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import { targetingSchema } from "@litfass/contract/targeting/targeting";
import { type BatchCost, importEvents } from "@litfass/events/index";
import { fixedClock } from "@litfass/platform/clock";
import type { Platform } from "@litfass/platform/platform";
import { seededRandom } from "@litfass/platform/random";
import {
  activateCampaign,
  changeCampaign,
  changeConversionTracking,
  closeCampaigns,
  createCampaign,
} from "../../modules/campaigns/index.ts";
import { chosenFormats } from "../../modules/creatives/index.ts";
import { addCounts } from "../../modules/spend/index.ts";
import { settleBatch } from "../settle-batch.ts";
import { type DemoCampaign, demoCampaigns } from "./demo-campaigns.ts";
import { type DemoPlacement, type PastCampaign, pastEvents } from "./demo-history.ts";
import { newOrders } from "./demo-orders.ts";
import { newRequests } from "./demo-requests.ts";
import { demoRunner, fillDraft, runAs } from "./demo-runner.ts";

const dayMs = 86_400_000;
const seed = 20_260_101;

type Owners = Record<DemoCampaign["owner"], { uid: string }>;

/** Creates and starts the demo's campaigns with an advertiser's commands, and imports their history. */
export async function seedDemoCampaigns(
  platform: Platform,
  owners: Owners,
  placements: readonly DemoPlacement[],
): Promise<void> {
  const random = seededRandom(seed);
  const requests = newRequests();
  for (const demo of demoCampaigns) {
    const started = await seedCampaign(platform, demo, owners[demo.owner].uid);
    if (!started) continue;
    const past = { ...started, placements };
    const orders = newOrders(past);
    const events = pastEvents(random, past, platform.clock.now());
    await seedPast(platform, past, requests.counted(orders.noted(events)));
    await orders.save(platform);
  }
  await requests.save(platform.db);
  await closeCampaigns(demoRunner(platform));
}

async function seedCampaign(
  platform: Platform,
  demo: DemoCampaign,
  uid: string,
): Promise<Omit<PastCampaign, "placements"> | null> {
  const { db, clock } = platform;
  const now = clock.now();
  const day = (offset: number) => new Date(now.getTime() + offset * dayMs).toISOString().slice(0, 10);
  const createdAt = new Date(now.getTime() + (Math.min(0, demo.from) - 1) * dayMs);
  const role = demo.owner;
  const caller = { uid, role, reach: "own", lang: "en" } as const;
  const input = {
    name: demo.name,
    categories: demo.categories,
    language: demo.language,
    strategy: demo.strategy,
    targeting: targetingSchema.parse(demo.targeting),
    total_budget: demo.budget,
    start_on: day(demo.from),
    end_on: day(demo.to),
    destination_url: demo.link,
  };
  const runner = demoRunner(platform, createdAt);
  const created = await runAs(runner, caller, createCampaign, input);
  const { template, sample, texts } = demo;
  await runAs(runner, caller, fillDraft, {
    campaignId: created.id,
    template,
    sample,
    texts,
    lang: "de",
    onPhones: true,
  });
  if (demo.outcome === "draft") return null;
  await runAs(runner, caller, activateCampaign, { id: created.id });
  if (demo.outcome === "pauses") {
    const pausedAt = demoRunner(platform, new Date(now.getTime() - 3 * dayMs));
    await runAs(pausedAt, caller, changeCampaign, { id: created.id, change: { status: "PAUSED" } });
  }
  if (demo.converted) {
    const switchOn = { id: created.id, measures_conversions: true, conversion_window_days: 30 } as const;
    await runAs(runner, caller, changeConversionTracking, switchOn);
  }
  const creatives = await chosenFormats(db, created.id);
  return { demo, id: created.id, ownerUid: uid, currency: created.currency, creatives };
}

/** Past events and their cost, day by day: events, campaign budget, ledger and counters agree to the micro. */
async function seedPast(platform: Platform, campaign: PastCampaign, events: Iterable<NewAdEvent>): Promise<void> {
  const charged = new Map<string, bigint>();
  const shares = new Map<string, BatchCost>();
  const count = { campaignId: campaign.id, impressions: 0, clicks: 0, chargeMicros: 0n };
  function* counted(): Generator<NewAdEvent> {
    for (const event of events) {
      const day = event.at.slice(0, 10);
      charged.set(day, (charged.get(day) ?? 0n) + BigInt(event.charge_micros));
      addShare(shares, event);
      if (event.invalid === "" && event.kind === "impression") count.impressions += 1;
      if (event.invalid === "" && event.kind === "click") count.clicks += 1;
      count.chargeMicros += BigInt(event.charge_micros);
      yield event;
    }
  }
  const batch = `demo-${campaign.id}`;
  await importEvents(platform.clickhouse, batch, counted());
  await platform.db.transaction(async (tx) => {
    for (const [day, amountMicros] of [...charged].sort(([a], [b]) => a.localeCompare(b))) {
      const spend = [
        {
          leaseId: "",
          campaignId: campaign.id,
          ownerUid: campaign.ownerUid,
          currency: campaign.currency,
          impressions: 0,
          amountMicros,
        },
      ];
      const at = fixedClock(new Date(`${day}T12:00:00Z`));
      const costs = [...shares].filter(([key]) => key.startsWith(day)).map(([, cost]) => cost);
      const settle = settleBatch({ log: platform.log, clock: at });
      await settle(tx, { key: `${batch}-${day}`, process: "demo", spend, costs });
    }
    await addCounts(tx, [count]);
  });
}

/** Adds what an event owes the publisher to the sum of its day and placement. */
function addShare(shares: Map<string, BatchCost>, event: NewAdEvent): void {
  if (event.kind !== "cost") return;
  const { exchange, currency, imp_id, media_cost_micros = 0 } = event;
  const placement = placementOfImp(imp_id);
  const key = `${event.at.slice(0, 10)} ${placement} ${currency}`;
  const sum = shares.get(key) ?? {
    exchange,
    placement,
    site: null,
    audience: null,
    currency,
    impressions: 0,
    amountMicros: 0n,
  };
  sum.impressions += 1;
  sum.amountMicros += BigInt(media_cost_micros);
  shares.set(key, sum);
}
