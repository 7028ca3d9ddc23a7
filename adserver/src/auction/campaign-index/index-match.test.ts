import { impOfPlacement, tagExchange } from "@litfass/contract/adserver/placement-snapshot";
import type { CampaignSnapshot, SnapshotDeal, SnapshotTargeting } from "@litfass/contract/adserver/snapshot";
import {
  ageRanges,
  browsers,
  devices,
  genders,
  householdIncomes,
  parentalStatuses,
} from "@litfass/contract/kernel/formats";
import { hoursOfWeek } from "@litfass/contract/targeting/targeting";
import { seededRandom } from "@litfass/platform/random";
import { expect, test } from "vitest";
import type { AdRequest, Slot } from "../../kernel/ad-request.ts";
import { testSnapshot } from "../../testing/testing-ad-server.ts";
import { compileIndex, compileIndexInSlices } from "./index-compile.ts";
import { matchesAny, matchOpportunity, matchRequest, newMatchScratch, visitMatches } from "./index-match.ts";

/** Monday, February 2, 2026, 00:00 UTC: no zone below changes its offset in this week. */
const mondayMs = Date.UTC(2026, 1, 2);
const offsetHours: Record<string, number> = { "Europe/Zurich": 1, "America/New_York": -5 };
const towns = [
  { name: "Bern", country: "CH", latitude: 46.948, longitude: 7.447 },
  { name: "Zürich", country: "CH", latitude: 47.377, longitude: 8.541 },
];
const domains = ["a.example", "news.a.example", "b.example", "c.example"];
const vocabulary = ["brot", "frisches brot", "das beste brot in bern", "beste", "zopf am sonntag"];
const dealOf = (exchange: string, id: string, placements: number[]): SnapshotDeal => ({
  ...{ exchange, id, placements, isFixed: false, priceMicros: "5000000", currency: "CHF" },
  ...{ startAt: null, endAt: null },
});
const deals = [dealOf("sandbox", "d1", []), dealOf("sandbox", "d2", []), dealOf(tagExchange, "own", [4, 5])];

const seed = 20260302;
const random = seededRandom(seed);
console.log("property test with seed", seed);
const below = (limit: number): number => Math.floor(random.number() * limit);
const one = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
/** Without a restriction most of the time, so that campaigns with several ones still match some requests. */
const few = <Value>(values: readonly Value[], share = 0.12): Value[] =>
  random.number() < share ? values.filter(() => random.number() < 0.6) : [];
const near = ({ latitude, longitude }: (typeof towns)[number]) => ({
  latitude: latitude + random.number() * 0.6 - 0.3,
  longitude: longitude + random.number() * 0.6 - 0.3,
});

const hoursChosen = (): number[] => {
  const all = Array.from({ length: hoursOfWeek }, (_, hour) => hour);
  const [from, length] = [below(hoursOfWeek), one([40, 100, hoursOfWeek])];
  return random.number() < 0.2 ? all.map((hour) => (from + hour) % hoursOfWeek).slice(0, length) : [];
};

const anyTargeting = (): SnapshotTargeting => ({
  countries: few(["CH", "DE"]),
  regions: few(["CH-BE", "CH-ZH"]),
  cities: few(towns),
  zips: few(["8001", "CH 3000", "AT 8001"]),
  radii: few(towns).map((town) => ({ ...near(town), radiusKm: one([2, 10, 40, 200]) })),
  devices: few(devices),
  browsers: few(browsers),
  languages: few(["de", "fr"]),
  environments: few(["web", "app"] as const),
  categories: few(["IAB1", "IAB2-3", "IAB9"]),
  keywords: few([...vocabulary, " ! "]),
  siteAllow: few(domains),
  siteBlock: few(domains),
  audiences: few(["s1", "s2"]),
  ages: few(ageRanges),
  genders: few(genders),
  parental: few(parentalStatuses),
  incomes: few(householdIncomes),
  hours: hoursChosen(),
  remarketing: random.number() < 0.1,
  deals: few(deals, 0.15),
});

const creatives = ["300x250", "728x90", "video", "audio", "companion", "native"].map((kind, i) => {
  const [width = 0, height = 0] = kind.includes("x") ? kind.split("x").map(Number) : [300, 600];
  const native = { title: "", description: "", buttonText: "", brand: "", logo: null, pictures: [] };
  return {
    uuid: `7f0cfb4a-0000-4000-8000-00000000000${i}`,
    ...{ format: kind, width, height, fileHash: "a".repeat(40) },
    kind: kind === "video" ? ("video" as const) : kind === "audio" ? ("audio" as const) : ("html" as const),
    ...(kind === "companion" && { isCompanion: true }),
    ...(kind === "native" && { native }),
  };
});

const anyCampaign = (campaignId: number): CampaignSnapshot =>
  testSnapshot({
    ...{ campaignId, ownerUid: one(["anna", "ben"]), timeZone: one(Object.keys(offsetHours)) },
    targeting: anyTargeting(),
    creatives: creatives.filter(() => random.number() < 0.5),
  });

const anyRequest = (): AdRequest => {
  const town = one(towns);
  const position = random.number() < 0.8 ? near(town) : { latitude: undefined, longitude: undefined };
  return {
    atMs: mondayMs + below(7 * 86_400_000),
    siteKind: one(["site", "app"]),
    site: one(domains),
    categories: few(["IAB1-4", "IAB2-3", "IAB2-5", "IAB9"], 0.8),
    keywordText: Array.from({ length: below(4) }, () => one(vocabulary)).join(" "),
    visitor: {
      ...{ device: one([...devices, ""]), browser: one([...browsers, ""]), language: one(["de", "en", ""]) },
      ...{ country: one(["CH", "DE", "AT", ""]), region: one(["CH-BE", ""]), city: one(["bern", "Zurich", ""]) },
      ...{ zip: one(["8001", "3000", ""]), ...position },
      ...{ age: one(ageRanges), gender: one([...genders, ""]), parental: one(parentalStatuses) },
      ...{ income: one(householdIncomes), segments: few(["s1", "s2", "s3"], 0.8) },
      remarketingOwners: few(["anna", "ben"], 0.8),
    },
  } as AdRequest;
};

const anySlot = (): Slot => {
  const kind = one(["banner", "banner", "video", "audio", "native"] as const);
  return {
    kind,
    id: impOfPlacement(one([3, 4])),
    sizes:
      kind === "banner" ? one([["300x250"], ["728x90"], ["728x90", "300x600"], ["728x90", "300x250"], ["1x1"]]) : [],
    deals: few(["d1", "d2", "d3"], 0.6).map((id) => ({ id })),
  } as Slot;
};

const kilometers = (a: { latitude: number; longitude: number }, b: typeof a): number => {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const across = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude);
  return 2 * 6371 * Math.asin(Math.sqrt(half(a.latitude, b.latitude) + across));
};
const allows = (chosen: readonly unknown[], value: unknown): boolean => chosen.length === 0 || chosen.includes(value);
const covers = (domain: string, site: string): boolean => site === domain || site.endsWith(`.${domain}`);
const plain = (name: string): string => name.toLowerCase().replace("ü", "u");

function isThere(targeting: SnapshotTargeting, { country, region, city, zip, ...at }: AdRequest["visitor"]): boolean {
  const { countries, regions, cities, zips, radii } = targeting;
  const isNear = (point: { latitude: number; longitude: number }, radiusKm: number): boolean =>
    at.latitude !== undefined &&
    at.longitude !== undefined &&
    kilometers(point, { latitude: at.latitude, longitude: at.longitude }) <= radiusKm;
  return (
    countries.length + regions.length + cities.length + zips.length + radii.length === 0 ||
    countries.includes(country) ||
    regions.includes(region) ||
    cities.some((town) => (plain(town.name) === plain(city) && town.country === country) || isNear(town, 12)) ||
    (zip !== "" && (zips.includes(zip) || zips.includes(`${country} ${zip}`))) ||
    radii.some((circle) => isNear(circle, circle.radiusKm))
  );
}

function isAbout({ categories, keywords }: SnapshotTargeting, request: AdRequest): boolean {
  const words = keywords.filter((keyword) => keyword.trim() !== "!");
  return (
    categories.length + words.length === 0 ||
    categories.some((chosen) => request.categories.some((code) => code === chosen || code.startsWith(`${chosen}-`))) ||
    words.some((keyword) => ` ${request.keywordText} `.includes(` ${keyword} `))
  );
}

/** The rules of targeting, read from the snapshot without an index. */
function isTargeted({ targeting, timeZone, ownerUid }: CampaignSnapshot, request: AdRequest): boolean {
  const { visitor, site, atMs } = request;
  const hour = Math.floor((atMs - mondayMs) / 3_600_000) + (offsetHours[timeZone] ?? 0);
  const unlessAll = (chosen: string[], all: readonly string[]) => (chosen.length === all.length ? [] : chosen);
  return (
    isThere(targeting, visitor) &&
    isAbout(targeting, request) &&
    allows(unlessAll(targeting.devices, devices), visitor.device) &&
    allows(unlessAll(targeting.browsers, browsers), visitor.browser) &&
    allows(targeting.languages, visitor.language) &&
    allows(targeting.environments, request.siteKind === "app" ? "app" : "web") &&
    allows(targeting.hours, (hour + hoursOfWeek) % hoursOfWeek) &&
    (targeting.siteAllow.length === 0 || targeting.siteAllow.some((domain) => covers(domain, site))) &&
    !targeting.siteBlock.some((domain) => covers(domain, site)) &&
    (targeting.audiences.length === 0 || targeting.audiences.some((id) => visitor.segments.includes(id))) &&
    allows(targeting.ages, visitor.age) &&
    allows(unlessAll(targeting.genders, genders), visitor.gender) &&
    allows(targeting.parental, visitor.parental) &&
    allows(targeting.incomes, visitor.income) &&
    (!targeting.remarketing || visitor.remarketingOwners.includes(ownerUid))
  );
}

function fits(snapshot: CampaignSnapshot, exchange: string, slot: Slot): boolean {
  const hasCreative = snapshot.creatives.some(({ kind, native, width, height, isCompanion }) => {
    if (isCompanion) return false;
    if (slot.kind === "native") return native !== undefined;
    if (slot.kind !== "banner") return kind === slot.kind;
    return kind === "html" && slot.sizes.includes(`${width}x${height}`);
  });
  const isOffered = (deal: SnapshotDeal): boolean =>
    deal.exchange === exchange &&
    (exchange === tagExchange
      ? deal.placements.some((placement) => impOfPlacement(placement) === slot.id)
      : slot.deals.some(({ id }) => id === deal.id));
  return hasCreative && (snapshot.targeting.deals.length === 0 || snapshot.targeting.deals.some(isOffered));
}

test("the index finds the campaigns that a scan of all finds, in turn from a word on, until it is told to stop", () => {
  const found = { some: 0, none: 0 };
  for (const size of [0, 1, 31, 33, 64, 100, 300, 300, 300]) {
    const campaigns = Array.from({ length: size }, (_, i) => anyCampaign(i + 1));
    const index = compileIndex(campaigns);
    const scratch = newMatchScratch(index.words);
    const requests = Array.from({ length: 40 }, anyRequest);
    // Twice, because results are cached.
    for (const request of [...requests, ...requests]) {
      const [slot, exchange] = [anySlot(), one(["sandbox", tagExchange, "other"])];
      const firstWord = below(Math.max(1, index.words));
      const inTurn = [...campaigns.slice(firstWord * 32), ...campaigns.slice(0, firstWord * 32)];
      const wanted = inTurn.filter((each) => isTargeted(each, request) && fits(each, exchange, slot));
      const matching = matchRequest(index, request, scratch);
      const fitting = matchOpportunity(index, exchange, slot, scratch);
      const ids = (limit: number): number[] => {
        const visited: number[] = [];
        visitMatches(matching, fitting, firstWord, (ordinal) => visited.push(ordinal + 1) < limit);
        return visited;
      };
      expect(ids(Number.POSITIVE_INFINITY)).toEqual(wanted.map(({ campaignId }) => campaignId));
      expect(ids(2)).toEqual(wanted.slice(0, 2).map(({ campaignId }) => campaignId));
      expect(matchesAny(matching, fitting)).toBe(wanted.length > 0);
      found[wanted.length > 0 ? "some" : "none"]++;
    }
  }
  expect(Math.min(found.some, found.none)).toBeGreaterThan(100);
});

test("an index that is compiled in slices is the same, and leaves a turn to others after each slice", async () => {
  const campaigns = Array.from({ length: 600 }, (_, i) => anyCampaign(i + 1));
  let turns = 0;
  const index = await compileIndexInSlices(campaigns, async () => {
    turns++;
  });
  expect(index).toEqual(compileIndex(campaigns));
  expect(turns).toBe(3);
});
