import { categories, regions } from "./vocabulary.ts";

const agents = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 Version/18.4 Mobile/15E148 Safari/604.1",
];

/** The digits of a page and its visitor that `uniqueMessages` replaces. */
const sameDigits = "000000000000";

/**
 * Copies messages with a page and a visitor that no earlier one had, also of earlier processes: a number of its own. A
 * copy, because a socket may not have sent the previous one yet.
 */
export function uniqueMessages(messages: readonly Buffer[]): (message: Buffer) => Buffer {
  const positions = new Map(messages.map((message) => [message, positionsOf(message)]));
  let next = (Date.now() % 1e8) * 1e4;
  return (message) => {
    const digits = String(next++).padStart(sameDigits.length, "0");
    const copy = Buffer.from(message);
    for (const at of positions.get(message) ?? []) copy.write(digits, at, "latin1");
    return copy;
  };
}

function positionsOf(message: Buffer): number[] {
  const found: number[] = [];
  for (let at = message.indexOf(sameDigits); at >= 0; at = message.indexOf(sameDigits, at + 1)) found.push(at);
  return found;
}

/** Bodies like those of exchanges, about 1.4 KB each: from as many visitors, on 500 pages of 40 sites. */
export function bodies(count: number): string[] {
  return Array.from({ length: count }, (_, i) =>
    JSON.stringify({
      id: `7c1b8f6e-${String(i).padStart(4, "0")}-4a51-9d3e-7f2a9b1c0d${String(i % 100).padStart(2, "0")}`,
      at: 1,
      tmax: 250,
      cur: ["CHF", "EUR"],
      imp: [
        {
          id: "1",
          tagid: `slot-${i % 8}`,
          bidfloor: 1.5,
          bidfloorcur: "CHF",
          secure: 1,
          banner: {
            w: 300,
            h: 250,
            pos: 1,
            format: [
              { w: 300, h: 250 },
              { w: 336, h: 280 },
            ],
            battr: [1, 3, 8, 9],
            api: [5, 6, 7],
          },
          metric: [{ type: "viewability", value: 0.93, vendor: "exchange" }],
          ext: { gpid: `/1234/news/article-${i % 8}`, viewability: 0.93, tid: "2ff3c7d1-55c1-4c67-a2f7-0b5b1d8a2a11" },
        },
      ],
      site: {
        id: `site-${i % 40}`,
        domain: `site-${i % 40}.example`,
        page: `https://www.site-${i % 40}.example/article/a-garden-for-spring-${i % 500}-${sameDigits}.html`,
        ref: "https://www.search.example/",
        cat: [categories[i % categories.length], "IAB12"],
        keywords: "garden,spring,balcony,plants",
        publisher: { id: `pub-${i % 20}`, domain: `site-${i % 40}.example` },
        content: { language: "de", title: "A garden for spring" },
      },
      device: {
        ua: agents[i % agents.length],
        ip: `192.0.2.${i % 256}`,
        language: "de",
        w: 1920,
        h: 1080,
        devicetype: i % 2 === 0 ? 2 : 4,
        os: "Windows",
        geo: {
          country: "CHE",
          region: regions[i % regions.length],
          city: "Zürich",
          zip: "8001",
          lat: 47.37 + (i % 50) / 100,
          lon: 8.54 - (i % 70) / 100,
          type: 2,
        },
      },
      user: {
        id: `visitor-${i}-${sameDigits}`,
        buyeruid: `b-${i}-${sameDigits}`,
        data: [{ id: "p", segment: [{ id: "s1" }, { id: "s2" }] }],
      },
      regs: { gdpr: 0, coppa: 0 },
      bcat: ["IAB25", "IAB26", "IAB7-39"],
      badv: ["blocked-1.example", "blocked-2.example"],
      source: {
        tid: "f3e1c2a9",
        schain: { complete: 1, ver: "1.0", nodes: [{ asi: "exchange.example", sid: `pub-${i % 20}`, hp: 1 }] },
      },
    }),
  );
}
