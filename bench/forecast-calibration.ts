import { matchTraffic } from "@litfass/adserver/auction/purchasable-slots";
import { parseTraffic } from "@litfass/adserver/openrtb/request/parse-traffic";
import { testSnapshot } from "@litfass/adserver/testing/testing-ad-server";
import type { SnapshotTargeting } from "@litfass/contract/adserver/snapshot";
import { seededRandom } from "@litfass/platform/random";
import { worthBuying } from "../server/src/modules/campaigns/forecast/availability.ts";
import { forecastOf } from "../server/src/modules/campaigns/forecast/forecast.ts";
import { variationsOf } from "../server/src/modules/campaigns/forecast/forecast-variations.ts";
import { barsExitCode, tellBar } from "./bars.ts";

/**
 * How often the outcome of a campaign lies in its forecast's range, which promises four of five. Each seeded market has
 * sites with their own visitors, ages, viewability and prices, a daily rhythm and days with more and less traffic. The
 * forecast sees a sample of a week; the outcome is what the next fortnight has to offer.
 */
const markets = 20;
const campaignsPerMarket = 10;
const sampledDays = 7;
const days = 14;
const requestsPerDay = 6000;
const sampledPerBusiestHour = 30;
const bidsOfSample = 3000;
const dayMs = 86_400_000;
const startMs = Date.parse("2026-03-02T00:00:00Z");

const categories = ["IAB1", "IAB2", "IAB3", "IAB7", "IAB8", "IAB12", "IAB17", "IAB19", "IAB20", "IAB22"];
const agents = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
];
const ageRanges = ["18-24", "25-34", "35-44", "45-54", "55-64", "65+"] as const;

type Site = { domain: string; category: string; language: string; age: number; viewable: number; winRate: number };

function newMarket(seed: number) {
  const random = seededRandom(seed);
  const uniform = (low: number, high: number) => low + random.number() * (high - low);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random.number())) * Math.cos(2 * Math.PI * random.number());
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random.number() * items.length)] as Item;
  /** The first are the most frequent (Zipf). */
  const ranked = <Item>(items: readonly Item[]): Item => items[Math.floor(items.length ** random.number() - 1)] as Item;
  const sites: Site[] = Array.from({ length: 120 }, (_, at) => ({
    domain: `site-${at}.example`,
    category: pick(categories),
    language: random.number() < 0.7 ? "de" : "fr",
    age: uniform(20, 60),
    viewable: uniform(0.55, 0.95),
    winRate: uniform(0.3, 0.6),
  }));
  const towns = Array.from({ length: 40 }, (_, at) => ({
    country: at % 4 === 3 ? "DEU" : "CHE",
    city: `Town ${at}`,
    lat: uniform(46, 48),
    lon: uniform(6, 10),
  }));
  const volumeOfDay = Array.from({ length: sampledDays + days }, () => Math.exp(0.08 * normal()));
  const volumeOfHour = (day: number, hour: number) =>
    ((volumeOfDay[day] ?? 1) * requestsPerDay * (1 - 0.8 * Math.cos((2 * Math.PI * (hour - 4)) / 24))) / 24;
  const request = (day: number, hour: number) => {
    const site = ranked(sites);
    const year = 2026 - Math.round(Math.min(80, Math.max(15, site.age + 10 * normal())));
    const body = {
      id: "r",
      imp: [
        {
          id: "1",
          tagid: pick(["top", "side"]),
          banner: { format: [{ w: 300, h: 250 }] },
          metric: [{ type: "viewability", value: site.viewable }],
        },
      ],
      site: { domain: site.domain, cat: [site.category] },
      device: {
        ua: agents[random.number() < (hour > 8 && hour < 18 ? 0.5 : 0.2) ? 0 : 1],
        language: site.language,
        geo: ranked(towns),
      },
      user: { id: `v-${Math.floor(random.number() * 20_000)}`, yob: random.number() < 0.5 ? year : undefined },
      regs: { gdpr: 0 },
    };
    return { body, atMs: startMs + day * dayMs + hour * 3_600_000, isWon: random.number() < site.winRate };
  };
  /** Requests of some days, so many per hour as `countOf` says of its volume. */
  const traffic = (from: number, to: number, countOf: (volume: number) => number) =>
    Array.from({ length: (to - from) * 24 }, (_, at) => {
      const [day, hour] = [from + Math.floor(at / 24), at % 24];
      const exact = countOf(volumeOfHour(day, hour));
      const count = Math.floor(exact) + (random.number() < exact % 1 ? 1 : 0);
      return Array.from({ length: count }, () => request(day, hour));
    }).flat();
  const parsed = (requests: ReturnType<typeof request>[]) =>
    requests.flatMap(({ body, atMs }) =>
      parseTraffic([body], { exchange: "bench", signingSecret: "b".repeat(32), nowMs: atMs }),
    );
  const campaign = () => {
    const targeting: Partial<SnapshotTargeting> = {};
    const town = ranked(towns);
    if (random.number() < 0.8) {
      Object.assign(
        targeting,
        random.number() < 0.3
          ? { countries: [town.country === "CHE" ? "CH" : "DE"] }
          : { radii: [{ latitude: town.lat, longitude: town.lon, radiusKm: uniform(5, 60) }] },
      );
    }
    if (random.number() < 0.4) targeting.categories = [pick(categories), pick(categories)];
    if (random.number() < 0.4) targeting.ages = [pick(ageRanges), pick(ageRanges)];
    if (random.number() < 0.3) targeting.devices = [pick(["computer", "smartphone"] as const)];
    if (random.number() < 0.3) targeting.languages = ["fr"];
    return testSnapshot({ targeting });
  };
  return { traffic, parsed, campaign, volumeOfHour };
}

let covered = 0;
let asked = 0;
let nothing = 0;
let wrongNothing = 0;
const widths: number[] = [];
for (let seed = 1; seed <= markets; seed += 1) {
  const { traffic, parsed, campaign, volumeOfHour } = newMarket(seed);
  const hours = Array.from({ length: sampledDays * 24 }, (_, at) => volumeOfHour(Math.floor(at / 24), at % 24));
  const busiest = Math.max(...hours);
  const sampled = traffic(0, sampledDays, (volume) => (volume / busiest) * sampledPerBusiestHour);
  const history = traffic(0, sampledDays, (volume) => (volume / requestsPerDay / sampledDays) * bidsOfSample);
  const sample = parsed(sampled);
  const totals = {
    size: sample.length,
    perDay: hours.reduce((sum, volume) => sum + volume, 0) / sampledDays,
    bids: history.length,
    wins: history.filter(({ isWon }) => isWon).length,
  };
  const future = parsed(traffic(sampledDays, sampledDays + days, (volume) => volume).filter(({ isWon }) => isWon));
  for (let at = 0; at < campaignsPerMarket; at += 1) {
    const { variations, snapshots } = variationsOf(campaign());
    const question = { cpmMinor: 2500, frequencyCap: null, budget: null, days, currency: "CHF", isSeen: true } as const;
    const { available } = forecastOf(question, [{ totals, match: matchTraffic(sample, snapshots) }], variations);
    // Delivery buys the slots that reach the guaranteed viewability.
    const { opportunities } = matchTraffic(future, snapshots.slice(0, 1));
    const outcome = Math.round(opportunities.length * worthBuying(opportunities).part);
    if (available === null) continue;
    if (available.high === 0) {
      nothing += 1;
      if (outcome > 0) wrongNothing += 1;
      continue;
    }
    asked += 1;
    widths.push(available.high / Math.max(1, available.low));
    if (outcome >= available.low && outcome <= available.high) covered += 1;
  }
}
widths.sort((a, b) => a - b);
const share = (100 * covered) / asked;
console.log(
  `${asked} campaigns in ${markets} markets; median width ${(widths[Math.floor(asked / 2)] ?? 0).toFixed(2)}, widest ${(widths.at(-1) ?? 0).toFixed(1)}; without inventory ${nothing}, of which wrongly ${wrongNothing}`,
);
tellBar("outcomes within the range of the forecast", share, { least: 75 }, "%");
tellBar("outcomes within the range of the forecast", share, { most: 85 }, "%");
process.exit(barsExitCode());
