import { type Place, places } from "./places.ts";
import type { SeededRandom } from "./random.ts";

type Kind = {
  device: "computer" | "smartphone" | "tablet" | "connected_tv";
  devicetype: number;
  os: string;
  weight: number;
  ua: string;
};

/** Devices as they name themselves; `devicetype` is AdCOM's list. */
const kinds: readonly Kind[] = [
  {
    device: "smartphone",
    devicetype: 4,
    os: "iOS",
    weight: 32,
    ua: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  },
  {
    device: "smartphone",
    devicetype: 4,
    os: "Android",
    weight: 26,
    ua: "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
  },
  {
    device: "smartphone",
    devicetype: 4,
    os: "Android",
    weight: 8,
    ua: "Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
  },
  {
    device: "computer",
    devicetype: 2,
    os: "Windows",
    weight: 16,
    ua: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  },
  {
    device: "computer",
    devicetype: 2,
    os: "Windows",
    weight: 7,
    ua: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
  },
  {
    device: "computer",
    devicetype: 2,
    os: "macOS",
    weight: 6,
    ua: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
  },
  {
    device: "computer",
    devicetype: 2,
    os: "Windows",
    weight: 4,
    ua: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0",
  },
  {
    device: "tablet",
    devicetype: 5,
    os: "iPadOS",
    weight: 9,
    ua: "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  },
  {
    device: "tablet",
    devicetype: 5,
    os: "Android",
    weight: 2,
    ua: "Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  },
  {
    device: "connected_tv",
    devicetype: 3,
    os: "Tizen",
    weight: 3,
    ua: "Mozilla/5.0 (SMART-TV; Linux; Tizen 8.0) AppleWebKit/537.36 (KHTML, like Gecko) Version/8.0 TV Safari/537.36",
  },
];

/** A crawler now and then, that says what it is. */
const crawler = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

/** TCF 2 consent strings: all ten purposes granted, and none. */
export const consentStrings = {
  given: "CQdjfYAQdjfYAAKABADEBkEgAP_AAAAAAAYgAAAAAAAA",
  refused: "CQdjfYAQdjfYAAKABADEBkEgAAAAAAAAAAYgAAAAAAAA",
};

export type Visitor = {
  id: string;
  place: Place;
  kind: Kind;
  ua: string;
  ip: string;
  consents: boolean;
  yearOfBirth: number | null;
  gender: "M" | "F" | null;
  /** How willing to click, around 1. */
  interest: number;
};

/** The people of the sandbox, drawn once from the seed. */
export function createVisitors(random: SeededRandom, count: number): Visitor[] {
  return Array.from({ length: count }, (_, index) => {
    const place = random.weighted(places);
    const kind = random.weighted(kinds);
    const known = random.chance(0.45);
    return {
      id: `visitor-${index}-${random.id()}`,
      place,
      kind,
      ua: random.chance(0.006) ? crawler : kind.ua,
      ip: `198.51.${Math.floor(random.number() * 256)}.${1 + Math.floor(random.number() * 254)}`,
      consents: random.chance(0.72),
      yearOfBirth: known ? Math.round(random.around(1982, 45)) : null,
      gender: known ? (random.chance(0.5) ? "M" : "F") : null,
      interest: Math.max(0.1, random.around(1, 1.1)),
    };
  });
}
