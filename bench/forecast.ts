import { setImmediate as nextTurn } from "node:timers/promises";
import { matchTraffic } from "@litfass/adserver/auction/purchasable-slots";
import { parseTraffic } from "@litfass/adserver/openrtb/request/parse-traffic";
import { testSnapshot } from "@litfass/adserver/testing/testing-ad-server";
import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { seededRandom } from "@litfass/platform/random";
import { variationsOf } from "../server/src/modules/campaigns/forecast/forecast-variations.ts";
import { barsExitCode, tellBar } from "./bars.ts";

/**
 * A forecast over 5000 sampled requests: a campaign and its variations matched in one pass, against one scan of the
 * sample per variation.
 */
const runs = 15;
const random = seededRandom(11);
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random.number() * items.length)] as Item;
const agents = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
];
const bodies = Array.from({ length: 5000 }, (_, at) => ({
  id: `r-${at}`,
  imp: [{ id: "1", tagid: pick(["top", "side"]), banner: { format: [{ w: 300, h: 250 }] } }],
  site: { domain: `site-${Math.floor(random.number() * 60)}.example`, cat: [pick(["IAB12", "IAB8-1", "IAB17"])] },
  device: {
    ua: pick(agents),
    language: pick(["de", "fr"]),
    geo: { country: pick(["CHE", "DEU"]), lat: 46 + random.number() * 3, lon: 6 + random.number() * 6 },
  },
  user: { id: `v-${Math.floor(random.number() * 3000)}`, yob: pick([1970, 1985, undefined]), gender: pick(["M", "F"]) },
  regs: { gdpr: 0 },
}));
const nowMs = Date.parse("2026-03-02T09:00:00Z");
const requests = parseTraffic(bodies, { exchange: "bench", signingSecret: "b".repeat(32), nowMs });
const campaign: CampaignSnapshot = testSnapshot({
  targeting: {
    radii: [{ latitude: 46.948, longitude: 7.447, radiusKm: 120 }],
    languages: ["de"],
    categories: ["IAB12", "IAB8"],
    ages: ["35-44", "45-54"],
    genders: ["female"],
    devices: ["computer", "smartphone"],
    hours: Array.from({ length: 120 }, (_, hour) => hour),
  },
});
const { snapshots } = variationsOf(campaign);

async function median(work: () => void): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now();
    work();
    times.push(performance.now() - started);
    await nextTurn();
  }
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}

const atOnce = await median(() => matchTraffic(requests, snapshots));
const scan = await median(() => {
  for (const snapshot of snapshots) matchTraffic(requests, [snapshot]);
});
const answers = matchTraffic(requests, snapshots).slots;
const alone = snapshots.map((snapshot) => matchTraffic(requests, [snapshot]).slots[0]);
if (JSON.stringify(answers) !== JSON.stringify(alone)) throw new Error("the two ways do not agree");
console.log(
  `${requests.length} requests, ${snapshots.length} variations: ${atOnce.toFixed(1)} ms at once, ${scan.toFixed(1)} ms by plain scans, ratio ${(scan / atOnce).toFixed(2)}`,
);
tellBar("a forecast with its variations", atOnce, { most: 300 }, " ms");
process.exit(barsExitCode());
