import { describe, expect, test } from "vitest";
import { isBidRequest } from "../testing/testing-bid-request-schema.ts";
import { type BidRequest, openMarket, sampleRequests } from "./bid-request.ts";
import { consentString } from "./consent-string.ts";
import { publishers } from "./publishers.ts";
import { intensityAt } from "./traffic-curve.ts";
import { visitorAt } from "./visitors.ts";

type Wire = Omit<BidRequest, "imp"> & {
  id: string;
  site?: { domain: string; cat: string[] };
  app?: { bundle: string };
  device: { devicetype: number; ifa?: string; geo: { country: string; region?: string; lat?: number; zip?: string } };
  user: { id?: string; consent?: string; yob?: number };
  imp: {
    tagid: string;
    metric?: object[];
    audio?: { feed: number; companionad?: object[] };
    banner?: { format: { w: number; h: number }[] };
    video?: object;
    native?: { ver: string; request: string };
  }[];
};

const market = openMarket(1);
const sample = (count: number, seed: number): Wire[] => JSON.parse(JSON.stringify(sampleRequests(market, count, seed)));
const requests = sample(2000, 1);

describe("the market", () => {
  test("has at least 40 fictitious publishers in four countries and languages", () => {
    expect(publishers.length).toBeGreaterThanOrEqual(40);
    expect(new Set(publishers.map(({ country }) => country))).toEqual(new Set(["AT", "CH", "DE", "LI"]));
    expect(new Set(publishers.map(({ language }) => language))).toEqual(new Set(["de", "en", "fr", "it"]));
    for (const { domain } of publishers) expect(domain).toMatch(/^[a-z-]+\.example$/);
    expect(new Set(publishers.map(({ domain }) => domain)).size).toBe(publishers.length);
  });

  test("is the same for the same seed, and different for another", () => {
    expect(openMarket(1)).toEqual(market);
    expect(openMarket(2)).not.toEqual(market);
    expect(visitorAt(1, 5)).toEqual(visitorAt(1, 5));
  });

  test("is busier in the evening than at night, and averages out over a week", () => {
    expect(intensityAt(new Date("2026-11-23T19:30:00Z"))).toBeGreaterThan(
      intensityAt(new Date("2026-11-23T02:00:00Z")) * 3,
    );
    const hours = Array.from({ length: 168 }, (_, hour) => intensityAt(new Date(Date.UTC(2026, 10, 16, hour))));
    expect(hours.reduce((sum, value) => sum + value, 0) / hours.length).toBeCloseTo(1, 2);
  });
});

describe("bid requests", () => {
  test("are the same for the same seed, with unique ids", () => {
    expect(sample(20, 7)).toEqual(sample(20, 7));
    expect(sample(20, 8)).not.toEqual(sample(20, 7));
    expect(new Set(requests.map(({ id }) => id)).size).toBe(requests.length);
  });

  test("cover sites and apps, all devices, the basic formats, those of phones and video", () => {
    expect(requests.some(({ app }) => app)).toBe(true);
    expect(new Set(requests.map(({ device }) => device.devicetype))).toEqual(new Set([2, 3, 4, 5]));
    const sizes = requests.flatMap(({ imp }) =>
      imp.flatMap(({ banner }) => banner?.format.map(({ w, h }) => `${w}x${h}`) ?? []),
    );
    const basic = ["994x250", "300x600", "160x600", "300x250", "728x90"];
    expect(new Set(sizes)).toEqual(new Set([...basic, "320x50", "300x50", "320x100", "970x250", "970x90"]));
    for (const { imp, device } of requests) {
      const asksForPhone = imp.some(({ banner }) => banner?.format.some(({ h }) => h <= 100 && h !== 90));
      if (asksForPhone) expect(device.devicetype).toBe(4);
    }
    expect(requests.some(({ imp }) => imp.some(({ video }) => video))).toBe(true);
    for (const { device } of requests) expect(device.geo.country).toMatch(/^(AUT|CHE|DEU|LIE)$/);
  });

  test("ask for native ads on sites and in apps, in the version of each", () => {
    const versions = requests.flatMap(({ imp, app }) =>
      imp.flatMap(({ native }) =>
        native ? [`${app ? "app" : "site"} ${native.ver} ${JSON.parse(native.request).ver}`] : [],
      ),
    );
    expect(new Set(versions)).toEqual(new Set(["site 1.2 1.2", "app 1.1 1.1"]));
  });

  test("ask for spots on radios and in podcasts, where nothing is measured as viewable", () => {
    const audio = requests.flatMap(({ imp, app }) =>
      imp.flatMap((each) => (each.audio ? [{ ...each.audio, metric: each.metric, isApp: app !== undefined }] : [])),
    );
    expect(audio.length).toBeGreaterThan(20);
    expect(new Set(audio.map(({ feed, isApp }) => `${feed} ${isApp}`))).toEqual(new Set(["2 false", "3 true"]));
    for (const { feed, companionad, metric } of audio) {
      expect([companionad !== undefined, metric]).toEqual([feed === 2, undefined]);
    }
  });

  test("name a visitor only with consent", () => {
    const known = requests.filter(({ user }) => user.id !== undefined);
    expect(known.length / requests.length).toBeGreaterThan(0.5);
    for (const { user, device } of requests) {
      if (user.id !== undefined) expect(user.consent).toMatch(/^C/);
      else expect([user.yob, device.ifa, device.geo.lat, device.geo.zip]).toEqual(Array(4).fill(undefined));
    }
    const bits = (text: string): string =>
      [...Buffer.from(text, "base64url")].map((byte) => byte.toString(2).padStart(8, "0")).join("");
    expect(bits(consentString("all", "de", "CH")).slice(152, 156)).toBe("1111");
    expect(bits(consentString("none", "de", "CH")).slice(152, 176)).toBe("0".repeat(24));
    expect(Number.parseInt(bits(consentString("all", "de", "CH")).slice(213, 229), 2)).toBe(1200);
  });
});

test("requests have only fields and values of OpenRTB 2.6", () => {
  for (const request of requests.slice(0, 500)) {
    isBidRequest(request);
    expect(isBidRequest.errors ?? []).toEqual([]);
  }
});
