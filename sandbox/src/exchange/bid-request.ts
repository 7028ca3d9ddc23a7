import { type SeededRandom, seededRandom } from "../seeded-random.ts";
import { consentString } from "./consent-string.ts";
import { deviceTypes } from "./devices.ts";
import { slugOf, titlesFor } from "./pages.ts";
import { type Placement, placementsOf } from "./placements.ts";
import { alpha3 } from "./places.ts";
import { isOnWeb, type Publisher, publishers } from "./publishers.ts";
import { exchangeDomain } from "./seller-files.ts";
import { nextVisitor, type Visitor } from "./visitors.ts";

export type Shelf = Publisher & { placements: Placement[] };

/** The market of a seed: its publishers and placements. */
export type Market = { seed: number; shelves: Shelf[] };

export const openMarket = (seed: number): Market => ({
  seed,
  shelves: publishers.map((publisher) => ({ ...publisher, placements: placementsOf(publisher, seed) })),
});

/** One page, app screen or ad break with its visitor, and its bid request. */
export type Opportunity = {
  visitor: Visitor;
  shelf: Shelf;
  placements: Placement[];
  pageUrl: string;
  request: BidRequest;
};

export type BidRequest = {
  id: string;
  imp: { id: string; tagid: string; bidfloor: number; bidfloorcur: string; [field: string]: unknown }[];
  cur: string[];
  tmax: number;
  bcat: string[];
  badv: string[];
  device: { ua: string; language: string; ip: string; [field: string]: unknown };
  [field: string]: unknown;
};

/** Categories and advertisers blocked by every publisher here. */
const blockedCategories = ["IAB7-39", "IAB8-18", "IAB25", "IAB26"];
const blockedAdvertisers = ["schnellreich.example", "wunderpille.example"];
const utcOffsetMinutes = 60;
const secondPrice = 2;
const audienceTaxonomy = 4;
const contentTaxonomy1 = 1;

/** Chooses the publisher by device, language, interests and popularity. */
function shelfFor(market: Market, visitor: Visitor, random: SeededRandom): Shelf {
  const { kind } = visitor.device;
  return random.weighted(market.shelves, (shelf) => {
    if (shelf.kind === "tv" ? kind !== "connected_tv" : kind === "connected_tv") return 0;
    if ((shelf.kind === "app" || shelf.kind === "podcast") && kind === "computer") return 0;
    const near = shelf.country === visitor.place.country ? 1 : shelf.country === "LI" ? 0.02 : 0.05;
    const understood = shelf.language === visitor.language ? 1 : 0.04;
    const isLiked = shelf.categories.some((category) => visitor.interests.includes(category.split("-")[0] ?? ""));
    return (
      shelf.weight *
      near *
      understood *
      (isLiked ? 1.8 : 1) *
      (shelf.kind === "app" || shelf.kind === "podcast" ? 0.7 : 1)
    );
  });
}

function placementsFor(shelf: Shelf, visitor: Visitor, random: SeededRandom): Placement[] {
  const fitting = shelf.placements.filter(
    ({ devices, kind }) =>
      devices.includes(visitor.device.kind) && (kind !== "video" || shelf.kind === "tv" || random.chance(0.25)),
  );
  const first = random.pick(fitting);
  const others = fitting.filter((placement) => placement !== first);
  return others.length > 0 && random.chance(0.2) ? [first, random.pick(others)] : [first];
}

/** The next opportunity, determined by its random numbers. */
export function nextOpportunity(market: Market, random: SeededRandom): Opportunity {
  const visitor = nextVisitor(market.seed, random);
  const shelf = shelfFor(market, visitor, random);
  const placements = placementsFor(shelf, visitor, random);
  const category = random.pick(shelf.categories);
  const title = random.pick(titlesFor(category, shelf.language));
  const pageUrl = `https://${shelf.domain}/${slugOf(title)}`;
  const mayRecognise = visitor.consent === "all";
  const request: BidRequest = {
    id: random.uuid(),
    imp: placements.map((placement, at) => impOf(placement, String(at + 1), shelf, random)),
    ...(isOnWeb(shelf)
      ? {
          site: {
            ...inventoryOf(shelf, category, title),
            domain: shelf.domain,
            page: pageUrl,
            ref: random.chance(0.3) ? `https://${shelf.domain}/` : undefined,
            mobile: 1,
          },
        }
      : {
          app: {
            ...inventoryOf(shelf, category, title),
            bundle: shelf.bundle,
            domain: shelf.domain,
            ver: "5.2.1",
            storeurl: `https://store.example/${shelf.bundle}`,
          },
        }),
    device: deviceOf(visitor, shelf, mayRecognise),
    user: userOf(visitor, mayRecognise),
    regs: regsOf(visitor, random),
    source: {
      fd: 0,
      tid: random.uuid(),
      schain: {
        complete: 1,
        ver: "1.0",
        nodes: [{ asi: exchangeDomain, sid: shelf.id, hp: 1, name: shelf.name, domain: shelf.domain }],
      },
    },
    at: secondPrice,
    tmax: random.pick([200, 250, 300, 400]),
    cur: [shelf.currency],
    bcat: blockedCategories,
    badv: blockedAdvertisers,
    wlang: [shelf.language],
  };
  return { visitor, shelf, placements, pageUrl, request };
}

function impOf(placement: Placement, id: string, shelf: Shelf, random: SeededRandom) {
  const [first = { w: 0, h: 0 }] = placement.sizes;
  const shared = {
    id,
    tagid: placement.id,
    instl: placement.position === 7 ? 1 : 0,
    bidfloor: placement.floor,
    bidfloorcur: shelf.currency,
    secure: 1,
    exp: 600,
    // A spot is heard: nobody measures how much of it is seen.
    metric:
      placement.kind !== "audio" && random.chance(0.5)
        ? [{ type: "viewability", value: placement.viewability, vendor: exchangeDomain }]
        : undefined,
  };
  if (placement.kind === "banner") {
    const banner = { format: placement.sizes, w: first.w, h: first.h, pos: placement.position, api: [7], topframe: 1 };
    return { ...shared, banner };
  }
  if (placement.kind === "native") return { ...shared, native: nativeOf(shelf) };
  if (placement.kind === "audio") return { ...shared, audio: audioOf(shelf, placement) };
  const isTelevision = shelf.kind === "tv";
  const size = isTelevision ? { w: 1920, h: 1080 } : first;
  const video = {
    ...size,
    mimes: ["video/mp4"],
    minduration: 5,
    maxduration: 30,
    protocols: [2, 3, 7],
    startdelay: 0,
    linearity: 1,
    plcmt: isTelevision ? 1 : 2,
    skip: isTelevision ? 0 : 1,
    playbackmethod: [isTelevision ? 1 : 6],
    pos: placement.position,
  };
  return { ...shared, video };
}

/** AdCOM's feed types. */
const feeds = { radio: 2, podcast: 3 };

/** A radio's player has a space for a companion banner; a podcast is downloaded with its spots stitched in. */
function audioOf(shelf: Shelf, { sizes }: Placement) {
  const isPodcast = shelf.kind === "podcast";
  return {
    mimes: isPodcast ? ["audio/mpeg"] : ["audio/mpeg", "audio/mp4"],
    minduration: 5,
    maxduration: isPodcast ? 60 : 30,
    protocols: [2, 3, 7, 11, 13],
    startdelay: isPodcast ? -1 : 0,
    delivery: [isPodcast ? 3 : 2],
    feed: isPodcast ? feeds.podcast : feeds.radio,
    stitched: isPodcast ? 1 : 0,
    ...(sizes.length > 0 && { companionad: sizes.map((size) => ({ ...size, id: "1" })), companiontype: [1, 2, 3] }),
  };
}

const byPixel = 1;

/** Pages compose native ads themselves: sites in version 1.2, apps in the older 1.1, which has no event trackers. */
function nativeOf(shelf: Shelf) {
  const ver = shelf.kind === "site" ? "1.2" : "1.1";
  const asked = {
    ver,
    context: 1,
    plcmttype: 1,
    assets: [
      { id: 1, required: 1, title: { len: 60 } },
      { id: 2, required: 1, img: { type: 3, wmin: 200, hmin: 100 } },
      { id: 3, required: 0, img: { type: 1, wmin: 40, hmin: 40 } },
      { id: 4, required: 1, data: { type: 1, len: 40 } },
      { id: 5, required: 0, data: { type: 2, len: 100 } },
      { id: 6, required: 0, data: { type: 12, len: 30 } },
    ],
    ...(ver === "1.2" && {
      privacy: 1,
      eventtrackers: [
        { event: 1, methods: [byPixel] },
        { event: 2, methods: [byPixel] },
      ],
    }),
  };
  return { ver, request: JSON.stringify(asked) };
}

const inventoryOf = (shelf: Shelf, category: string, title: string) => ({
  id: shelf.id,
  name: shelf.name,
  cattax: contentTaxonomy1,
  cat: shelf.categories,
  pagecat: [category],
  keywords: shelf.keywords.join(","),
  publisher: { id: shelf.id, name: shelf.name, domain: shelf.domain },
  content: { title, language: shelf.language, cattax: contentTaxonomy1, cat: [category] },
  privacypolicy: 1,
});

function deviceOf(visitor: Visitor, shelf: Shelf, mayRecognise: boolean) {
  const { device, place } = visitor;
  const isApp = !isOnWeb(shelf);
  return {
    ua: device.agent,
    devicetype: deviceTypes[device.kind],
    make: device.make,
    model: device.model,
    os: device.os,
    osv: device.osVersion,
    w: device.width,
    h: device.height,
    pxratio: device.pixelRatio,
    language: visitor.language,
    // The last byte is zeroed: exchanges do not pass on whole addresses.
    ip: `${visitor.ip.slice(0, visitor.ip.lastIndexOf(".") + 1)}0`,
    js: 1,
    dnt: 0,
    lmt: mayRecognise ? 0 : 1,
    ifa: isApp && mayRecognise ? visitor.deviceId : undefined,
    geo: {
      type: 2,
      ipservice: 3,
      country: alpha3[place.country],
      region: place.region || undefined,
      city: place.city,
      zip: mayRecognise ? visitor.zip : undefined,
      lat: mayRecognise ? Number(visitor.latitude.toFixed(4)) : undefined,
      lon: mayRecognise ? Number(visitor.longitude.toFixed(4)) : undefined,
      accuracy: mayRecognise ? 1000 : undefined,
      utcoffset: utcOffsetMinutes,
    },
  };
}

function userOf(visitor: Visitor, mayRecognise: boolean) {
  const consent =
    visitor.consent === undefined ? undefined : consentString(visitor.consent, visitor.language, visitor.place.country);
  if (!mayRecognise) return { consent };
  return {
    id: visitor.id,
    yob: visitor.birthYear,
    gender: visitor.gender,
    consent,
    data: [{ id: "1", name: exchangeDomain, ext: { segtax: audienceTaxonomy }, segment: visitor.segments }],
  };
}

function regsOf(visitor: Visitor, random: SeededRandom) {
  const gpp =
    visitor.consent !== undefined && random.chance(0.35)
      ? `DBABMA~${consentString(visitor.consent, visitor.language, visitor.place.country)}`
      : undefined;
  return { coppa: 0, gdpr: 1, gpp, gpp_sid: gpp === undefined ? undefined : [2] };
}

/** The requests of a week, for forecasts and benchmarks; deterministic by seed. */
export function sampleRequests(market: Market, count: number, seed: number): BidRequest[] {
  const random = seededRandom(seed, 13);
  return Array.from({ length: count }, () => nextOpportunity(market, random).request);
}
