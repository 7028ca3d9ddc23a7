import { type Placement, type Publisher, placementsOf, publishers } from "./publishers.ts";
import type { SeededRandom } from "./random.ts";
import { consentStrings, type Visitor } from "./visitor.ts";

/** One opportunity: the request as it goes over the wire, and what only the exchange knows. */
export type Opportunity = {
  request: BidRequest;
  publisher: Publisher;
  placement: Placement;
  visitor: Visitor;
  /** Share of impressions here that are seen. */
  viewability: number;
};

export type BidRequest = {
  id: string;
  imp: { id: string; bidfloor: number; bidfloorcur: string; [key: string]: unknown }[];
  tmax: number;
  [key: string]: unknown;
};

/** Share of the day's traffic by hour; people sleep, read at lunch, and most of all in the evening. */
const hours = [2, 1, 1, 1, 1, 2, 4, 7, 8, 7, 6, 6, 8, 7, 6, 6, 6, 7, 8, 9, 10, 10, 8, 4];
/** The same by weekday, Sunday first. */
const weekdays = [0.95, 1, 1, 1.02, 1.05, 1.1, 0.9];

/** How busy the exchange is at an instant in Zurich, around 1. */
export function busyness(at: Date): number {
  const zurich = new Date(at.toLocaleString("en-US", { timeZone: "Europe/Zurich" }));
  const hour = hours[zurich.getHours()] ?? 6;
  const next = hours[(zurich.getHours() + 1) % 24] ?? 6;
  const smooth = hour + ((next - hour) * zurich.getMinutes()) / 60;
  return (smooth / 5.67) * (weekdays[zurich.getDay()] ?? 1);
}

/** Draws a visitor's next opportunity: a page they read, a placement on it, and the request for bids. */
export function drawOpportunity(random: SeededRandom, visitors: readonly Visitor[], tmax: number): Opportunity {
  const visitor = random.pick(visitors);
  const publisher = random.weighted(
    publishers.map((each) => ({ publisher: each, weight: each.weight * affinity(each, visitor) })),
  ).publisher;
  const placement = random.weighted(placementsOf(publisher));
  const viewability = Math.min(0.97, Math.max(0.05, publisher.viewability + placement.seen));
  const floor = Math.round(publisher.floor * (0.8 + random.number() * 0.4) * 100) / 100;
  const request: BidRequest = {
    id: random.id() + random.id(),
    at: 2,
    tmax,
    cur: ["CHF", "EUR"],
    imp: [
      {
        id: "1",
        tagid: `${publisher.id}-${placement.id}`,
        banner: {
          w: placement.width,
          h: placement.height,
          format: [[placement.width, placement.height], ...(placement.also ?? [])].map(([w, h]) => ({ w, h })),
          pos: placement.id === "below" ? 3 : 1,
        },
        bidfloor: floor,
        bidfloorcur: "CHF",
        secure: 0,
      },
    ],
    ...inventoryOf(publisher, random),
    device: {
      ua: visitor.ua,
      ip: visitor.ip,
      devicetype: visitor.kind.devicetype,
      os: visitor.kind.os,
      language: visitor.place.lang,
      js: 1,
      geo: {
        type: 2,
        country: visitor.place.country,
        region: visitor.place.region,
        city: visitor.place.city,
        zip: visitor.place.zip,
        lat: visitor.place.lat,
        lon: visitor.place.lon,
        utcoffset: 60,
      },
    },
    user: {
      ...(visitor.consents ? { id: visitor.id, consent: consentStrings.given } : { consent: consentStrings.refused }),
      ...(visitor.yearOfBirth && visitor.consents ? { yob: visitor.yearOfBirth } : {}),
      ...(visitor.gender && visitor.consents ? { gender: visitor.gender } : {}),
    },
    regs: { gdpr: visitor.place.country === "CHE" ? 0 : 1 },
    source: {
      fd: 0,
      tid: random.id() + random.id(),
      schain: {
        ver: "1.0",
        complete: 1,
        nodes: [{ asi: "exchange.sandbox.example", sid: publisher.id, hp: 1 }],
      },
    },
    bcat: ["IAB25", "IAB26"],
  };
  return { request, publisher, placement, visitor, viewability };
}

function affinity(publisher: Publisher, visitor: Visitor): number {
  const local = publisher.home.includes(visitor.place.country === "LIE" ? "CHE" : visitor.place.country) ? 1 : 0.03;
  const readable = publisher.lang === visitor.place.lang || publisher.lang === "en" ? 1 : 0.12;
  return local * readable;
}

function inventoryOf(publisher: Publisher, random: SeededRandom) {
  const content = { language: publisher.lang, keywords: publisher.keywords.join(",") };
  const shared = { id: publisher.id, name: publisher.name, cat: publisher.categories, content };
  const seller = { id: publisher.id, name: publisher.name, domain: publisher.domain };
  if (publisher.kind === "app") return { app: { ...shared, bundle: publisher.domain, publisher: seller } };
  const path = random.pick(publisher.keywords).replaceAll(" ", "-");
  const page = `https://${publisher.domain}/${encodeURIComponent(path)}/${Math.floor(random.number() * 900) + 100}`;
  return {
    site: { ...shared, domain: publisher.domain, page, keywords: publisher.keywords.join(","), publisher: seller },
  };
}
