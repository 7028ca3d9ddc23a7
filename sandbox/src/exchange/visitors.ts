import { type SeededRandom, seededRandom } from "../seeded-random.ts";
import type { ConsentState } from "./consent-string.ts";
import { type Device, deviceOf } from "./devices.ts";
import { languageAt, type Place, places } from "./places.ts";
import type { Language } from "./publishers.ts";

export type Visitor = {
  id: string;
  /** The advertising id of the device. */
  deviceId: string;
  ip: string;
  place: Place;
  latitude: number;
  longitude: number;
  zip: string;
  language: Language;
  device: Device;
  /** undefined: no choice was requested or made. */
  consent: ConsentState | undefined;
  birthYear: number | undefined;
  gender: "F" | "M" | undefined;
  segments: { id: string; name: string; value?: string }[];
  interests: string[];
};

/** The number of people; lower numbers visit more often. */
export const population = 120_000;

type Interest = { id: string; name: string; categories: string[]; weight: number };

/** IAB Audience Taxonomy 1.1, with the related content categories. */
const interests: Interest[] = (
  [
    ["243", "Automotive", "IAB2", 10],
    ["268", "Business and Finance", "IAB3", 12],
    ["338", "Careers", "IAB4", 6],
    ["348", "Family and Relationships", "IAB6", 11],
    ["368", "Food & Drink", "IAB8", 16],
    ["406", "Healthy Living", "IAB7", 11],
    ["422", "Hobbies & Interests", "IAB9", 10],
    ["457", "Home & Garden", "IAB10", 11],
    ["481", "Music and Audio", "IAB1", 10],
    ["522", "News and Politics", "IAB12", 22],
    ["534", "Personal Finance", "IAB13", 9],
    ["583", "Real Estate", "IAB21", 7],
    ["606", "Shopping", "IAB22", 14],
    ["607", "Sports", "IAB17", 20],
    ["676", "Style & Fashion", "IAB18", 9],
    ["687", "Technology & Computing", "IAB19", 13],
    ["719", "Travel", "IAB20", 15],
  ] as const
).map(([id, name, category, weight]) => ({ id, name, categories: [category], weight }));

const incomes: [band: string, weight: number][] = [
  ["top_10", 10],
  ["11_20", 10],
  ["21_30", 10],
  ["31_40", 10],
  ["41_50", 10],
  ["lower_50", 50],
];

const consents: [state: ConsentState | undefined, weight: number][] = [
  ["all", 66],
  ["some", 9],
  ["none", 19],
  [undefined, 6],
];

const ages: [from: number, to: number, weight: number][] = [
  [18, 24, 11],
  [25, 34, 19],
  [35, 44, 19],
  [45, 54, 18],
  [55, 64, 16],
  [65, 82, 17],
];

const yearOfBirths = 2026;
const kmPerDegree = 111.2;
const spreadKm = 2.5;

function languageOf(place: Place, random: SeededRandom): Language {
  if (random.chance(place.country === "CH" ? 0.07 : 0.03)) return "en";
  return languageAt(place);
}

function whoIs(random: SeededRandom): Pick<Visitor, "birthYear" | "gender" | "interests" | "segments"> {
  const [from, to] = random.weighted(ages, ([, , weight]) => weight);
  const age = from + random.below(to - from + 1);
  const segments: Visitor["segments"] = [];
  const liked: string[] = [];
  for (const { id, name, categories, weight } of interests) {
    if (!random.chance(weight / 45)) continue;
    segments.push({ id, name });
    liked.push(...categories);
  }
  if (random.chance(0.55)) {
    const isParent = random.chance(age > 27 && age < 60 ? 0.55 : 0.15);
    segments.push({ id: isParent ? "98" : "96", name: "parental_status", value: isParent ? "parent" : "not_a_parent" });
  }
  if (random.chance(0.45)) {
    const [band] = random.weighted(incomes, ([, weight]) => weight);
    segments.push({ id: `household_income:${band}`, name: "household_income", value: band });
  }
  return {
    birthYear: random.chance(0.6) ? yearOfBirths - age : undefined,
    gender: random.chance(0.65) ? random.pick(["F", "M"] as const) : undefined,
    segments,
    interests: liked,
  };
}

/** Deterministic: everything follows from seed and number. Addresses are from 198.18.0.0/15 (RFC 2544). */
export function visitorAt(seed: number, index: number): Visitor {
  const random = seededRandom(seed, 11, index);
  const place = random.weighted(places, ({ weight }) => weight);
  const language = languageOf(place, random);
  const longitudeKm = kmPerDegree * Math.cos((place.latitude * Math.PI) / 180);
  const [consent] = random.weighted(consents, ([, weight]) => weight);
  return {
    id: random.hex(24),
    deviceId: random.uuid(),
    ip: `198.${18 + ((index >> 16) & 1)}.${(index >> 8) & 255}.${index & 255}`,
    place,
    latitude: place.latitude + (random.normal() * spreadKm) / kmPerDegree,
    longitude: place.longitude + (random.normal() * spreadKm) / longitudeKm,
    zip: random.pick(place.zips),
    language,
    device: deviceOf(random),
    consent,
    ...whoIs(random),
  };
}

/** The next visitor: a few visit often, most rarely. */
export const nextVisitor = (seed: number, random: SeededRandom): Visitor =>
  visitorAt(seed, Math.floor(population * random.number() ** 1.7));
