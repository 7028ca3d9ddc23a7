import { randomUUID } from "node:crypto";

export type AskedPlace = { country: string; region: string; city: string; lat: number; lon: number };

export const bern: AskedPlace = { country: "CHE", region: "BE", city: "Bern", lat: 46.9481, lon: 7.4474 };
export const zurich: AskedPlace = { country: "CHE", region: "ZH", city: "Zürich", lat: 47.3769, lon: 8.5417 };
export const lugano: AskedPlace = { country: "CHE", region: "TI", city: "Lugano", lat: 46.0101, lon: 8.96 };

export const readersAgent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

/** A request like an exchange's: a banner on a German news site for a new visitor. `badv`: blocked advertisers. */
export const bidRequest = (place: AskedPlace, badv: string[] = [], id: string = randomUUID()) => ({
  id,
  at: 2,
  cur: ["CHF"],
  imp: [{ id: "1", tagid: "test", banner: { format: [{ w: 300, h: 250 }] }, bidfloor: 0.5, bidfloorcur: "CHF" }],
  site: {
    domain: "test-news.example",
    page: "https://test-news.example/bern/1",
    cat: ["IAB12"],
    publisher: { id: "test" },
    content: { language: "de" },
  },
  device: {
    ua: readersAgent,
    ip: "198.51.100.7",
    devicetype: 2,
    language: "de",
    geo: { type: 2, country: place.country, region: place.region, city: place.city, lat: place.lat, lon: place.lon },
  },
  user: { id: randomUUID() },
  regs: { gdpr: 0 },
  badv,
});
