import { impOfPlacement, tagExchange } from "@litfass/contract/adserver/placement-snapshot";
import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import { deviceOfFormat, formats } from "@litfass/contract/kernel/formats";
import { impressionPriceMicros } from "@litfass/contract/kernel/money";
import { defaultCpmMinor } from "@litfass/contract/settings/default-settings";
import { type DemoCampaign, demoDevices, demoPlaces, demoSites } from "./demo-campaigns.ts";

/** The price of an impression in the demo, in micros. */
const price = Number(impressionPriceMicros(defaultCpmMinor));

export type PastCampaign = {
  demo: DemoCampaign;
  id: number;
  ownerUid: string;
  currency: string;
  creatives: { uuid: string; format: string }[];
  /** Of the demo's publisher, which shows ads by the tag. */
  placements: readonly DemoPlacement[];
};

export type DemoPlacement = { id: number; site: string; sizes: readonly string[]; sharePercent: number };

/** The share of impressions of which nobody knows whether they were viewable. */
const unmeasured = 0.03;
const dayMs = 86_400_000;
/** The visits of the publisher's site, relative to those of other sites. */
const publisherWeight = 48;
/** Hourly weights, higher in the evening. */
const hours = [2, 1, 1, 1, 1, 2, 4, 7, 8, 7, 6, 6, 8, 7, 6, 6, 6, 7, 8, 9, 10, 10, 8, 4];

type Chance = { number(): number };

function weighted<Item extends { weight: number }>(random: Chance, items: readonly Item[]): Item {
  let left = random.number() * items.reduce((sum, item) => sum + item.weight, 0);
  for (const item of items) {
    left -= item.weight;
    if (left < 0) return item;
  }
  return items[items.length - 1] as Item;
}

/** What an impression owes the publisher: its share of the price. */
function costOf(event: Omit<NewAdEvent, "kind">, percent: number): NewAdEvent {
  const micros = (price * percent) / 100;
  return {
    ...event,
    kind: "cost",
    media_cost_micros: micros,
    clearing_micros: micros * 1000,
    clearing_currency: event.currency,
  };
}

/**
 * A demo campaign's history: each day about its even share of the budget, or the part of it that a slow one reached, at
 * matching places and sites. Deterministic for the same random numbers.
 */
export function* pastEvents(random: Chance, campaign: PastCampaign, now: Date): Generator<NewAdEvent> {
  const { demo } = campaign;
  const days = demo.to - demo.from + 1;
  const perDay = ((demo.budget * 10_000) / days / price) * (demo.slow?.reached ?? 1);
  const lastDay = Math.min(demo.to, demo.outcome === "pauses" ? -4 : 0);
  const near = demo.targeting.locations?.[0]?.id.startsWith("radius") ? "bern" : "";
  const region = demo.targeting.locations?.[0]?.kind === "region" ? "zurich" : near;
  const nearby = region ? demoPlaces.filter((place) => place.near === region) : demoPlaces;
  const places = demo.slow ? nearby.filter(({ city }) => city === demo.slow?.city) : nearby;
  const wanted = demo.targeting.devices ?? [];
  const devices = demoDevices.filter((each) => wanted.length === 0 || wanted.some((device) => device === each.device));
  const hourWeights = hours.map((weight, hour) => ({ hour, weight }));
  const midnight = Math.floor(now.getTime() / dayMs) * dayMs;
  const onComputers = campaign.creatives.filter(({ format }) => deviceOfFormat(format) !== "phone");
  const [placed] = campaign.placements;
  const own = placed && ({ site: placed.site, kind: "site", weight: publisherWeight } as const);
  const sites = own ? [...demoSites, own] : demoSites;
  let auction = 0;
  let affordable = Math.floor((demo.budget * 10_000) / price);
  for (let day = demo.from; day <= lastDay; day += 1) {
    const count = Math.round(perDay * (0.93 + random.number() * 0.13));
    for (let index = 0; index < count; index += 1) {
      const { hour } = weighted(random, hourWeights);
      const at = midnight + day * dayMs + hour * 3_600_000 + Math.floor(random.number() * 3_600_000) - 3_600_000;
      if (at >= now.getTime()) continue;
      const place = weighted(random, places);
      const visited = weighted(random, sites);
      const device = weighted(random, devices);
      const shown = device.device === "smartphone" ? campaign.creatives : onComputers;
      const creative = shown[Math.floor(random.number() * shown.length)];
      const placement =
        visited === own ? campaign.placements.find(({ sizes }) => sizes.includes(creative?.format ?? "")) : undefined;
      const site = visited === own && placement === undefined ? demoSites[0] : visited;
      auction += 1;
      const event: Omit<NewAdEvent, "kind" | "at"> = {
        exchange: placement ? tagExchange : "sandbox",
        auction_id: `past-${campaign.id}-${auction}`,
        imp_id: placement ? impOfPlacement(placement.id) : "1",
        campaign_id: campaign.id,
        owner_uid: campaign.ownerUid,
        creative_uuid: creative?.uuid ?? "",
        format: creative?.format ?? formats[3],
        site: site.site,
        site_kind: site.kind,
        country: "CH",
        region: place.region,
        city: place.city,
        device: device.device,
        browser: device.browser,
        language: "de",
        charge_micros: 0,
        currency: campaign.currency,
        lease_id: "",
        invalid: "",
      };
      const then = (seconds: number) => new Date(at + seconds * 1000).toISOString();
      // Three of five consented to recognition; each is seen several times.
      const visitor_key = auction % 5 < 3 ? `demo-${(auction * 7919) % Math.ceil(perDay * 4)}` : "";
      const charged = { ...event, visitor_key, charge_micros: price };
      if (random.number() < 0.012) {
        yield { ...event, kind: "impression", at: then(0), invalid: "bot" };
        continue;
      }
      if (affordable === 0) return;
      affordable -= 1;
      yield { ...charged, kind: "impression", at: then(0) };
      if (placement) yield costOf({ ...event, at: then(0) }, placement.sharePercent);
      if (random.number() < unmeasured) continue;
      yield { ...event, kind: "measured", at: then(0) };
      if (random.number() >= demo.seen) continue;
      yield { ...event, kind: "viewable", at: then(2) };
      if (random.number() < demo.clicked) yield { ...event, kind: "click", at: then(5) };
    }
  }
}
