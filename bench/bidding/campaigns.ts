import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { categories, regions } from "./vocabulary.ts";

const dayMs = 86_400_000;

/** Campaign number `id` of a benchmark: running, with three banners and mixed targeting. */
export function snapshotOf(id: number, now: number): CampaignSnapshot {
  const pick = <T>(values: T[], of: number): T[] => (id % 3 === 0 ? [] : [values[(id * of) % values.length]!]);
  return {
    campaignId: id,
    ownerUid: `owner-${id % 200}`,
    name: `Campaign ${id}`,
    version: 1,
    startAt: new Date(now - dayMs).toISOString(),
    endAt: new Date(now + 30 * dayMs).toISOString(),
    timeZone: "Europe/Zurich",
    currency: "CHF",
    budgetMicros: "900000000000000",
    priceMicros: "25000",
    strategy: id % 2 === 0 ? "awareness" : "performance",
    pacing: "even",
    destinationUrl: `https://shop-${id}.example/`,
    advertiserDomain: `shop-${id}.example`,
    advertiserName: `Shop ${id}`,
    iabCategories: ["IAB22"],
    targeting: {
      countries: id % 2 === 0 ? ["CH"] : [],
      regions: id % 2 === 0 ? [] : pick(regions, 3).map((region) => `CH-${region}`),
      cities: [],
      zips: [],
      radii: id % 10 === 0 ? [{ latitude: 47.37, longitude: 8.54, radiusKm: 30 }] : [],
      devices: pick(["computer", "smartphone"], 1),
      browsers: [],
      languages: id % 5 === 0 ? ["fr"] : ["de"],
      environments: [],
      categories: pick(categories, 5),
      keywords: id % 20 === 0 ? ["garden", `word ${id}`] : [],
      hours: [],
      siteAllow: id % 25 === 0 ? [`site-${id % 40}.example`] : [],
      siteBlock: id % 11 === 0 ? ["blocked.example"] : [],
      audiences: [],
      ages: [],
      genders: [],
      parental: [],
      incomes: [],
      remarketing: false,
      deals: [],
    },
    creatives: (
      [
        [300, 250],
        [728, 90],
        [160, 600],
      ] as const
    ).map(([width, height]) => ({
      uuid: `7f0cfb4a-0000-4000-8000-${String(id).padStart(12, "0")}`,
      format: `${width}x${height}`,
      width,
      height,
      fileHash: "a".repeat(40),
      kind: "html",
    })),
  };
}
