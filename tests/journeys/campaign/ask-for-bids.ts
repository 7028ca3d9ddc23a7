import { randomUUID } from "node:crypto";

type Answer = { seatbid?: { bid?: { cid?: string; adomain?: string[] }[] }[] };
export type AskedPlace = { country: string; region: string; city: string; lat: number; lon: number };

export const bern: AskedPlace = { country: "CHE", region: "BE", city: "Bern", lat: 46.9481, lon: 7.4474 };
export const lugano: AskedPlace = { country: "CHE", region: "TI", city: "Lugano", lat: 46.0101, lon: 8.96 };

/** Sends bid requests as an exchange does, each of another person on a news site. */
export function newExchange(adsUrl: string) {
  /** Who bid although the test asks for one campaign: publishers may refuse advertisers by `badv`. */
  const others = new Set<string>();
  return {
    /** The campaign that bids, or null. */
    async ask(campaignId: number, place: AskedPlace): Promise<boolean> {
      const response = await fetch(`${adsUrl}/openrtb2/sandbox/bid`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-openrtb-version": "2.6" },
        body: JSON.stringify(requestFor(place, [...others])),
        signal: AbortSignal.timeout(5000),
      });
      if (response.status !== 200) {
        await response.body?.cancel();
        return false;
      }
      const bids = ((await response.json()) as Answer).seatbid?.flatMap((seat) => seat.bid ?? []) ?? [];
      for (const bid of bids) {
        if (bid.cid !== String(campaignId)) for (const domain of bid.adomain ?? []) others.add(domain);
      }
      return bids.some((bid) => bid.cid === String(campaignId));
    },
  };
}

const requestFor = ({ country, region, city, lat, lon }: AskedPlace, badv: string[]) => ({
  id: randomUUID(),
  at: 2,
  cur: ["CHF"],
  imp: [{ id: "1", tagid: "journey", banner: { format: [{ w: 300, h: 250 }] }, bidfloor: 0.5, bidfloorcur: "CHF" }],
  site: {
    domain: "journey-news.example",
    page: "https://journey-news.example/bern/1",
    cat: ["IAB12"],
    publisher: { id: "journey" },
    content: { language: "de" },
  },
  device: {
    ua: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
    ip: "198.51.100.7",
    devicetype: 2,
    language: "de",
    geo: { type: 2, country, region, city, lat, lon },
  },
  user: { id: randomUUID() },
  regs: { gdpr: 0 },
  badv,
});
