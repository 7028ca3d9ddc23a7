import { someAgent } from "./testing-ad-server.ts";

/**
 * Bid requests in the styles of various exchanges: OpenRTB 2.5 with its extensions, 2.6, native, video, audio, apps,
 * TVs, screens, and a few invalid ones. Addresses are those reserved for documentation.
 */
export type SampleRequest = { name: string; body: Record<string, unknown> };

const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1";
const television =
  "Mozilla/5.0 (Linux; Android 12; SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36";
const site = {
  id: "s-1",
  name: "Valley News",
  domain: "valley-news.example",
  page: "https://valley-news.example/sport/1",
  cat: ["IAB12", "IAB17"],
  publisher: { id: "p-1", name: "Valley Media", domain: "valley-media.example" },
  content: { language: "de", title: "Derby" },
};
const app = {
  id: "a-1",
  name: "Hiking Map",
  bundle: "example.hiking.map",
  storeurl: "https://store.example/hiking",
  cat: ["IAB20"],
  publisher: { id: "p-2" },
};
const device = {
  ua: someAgent,
  ip: "192.0.2.10",
  devicetype: 2,
  language: "de",
  geo: { country: "CHE", region: "ZH" },
};
const mobile = { ua: phone, ip: "198.51.100.7", devicetype: 4, os: "iOS", ifa: "6d92078a-8246-4ba4-ae5b-76104861e7dc" };
const schain = {
  complete: 1,
  ver: "1.0",
  nodes: [{ asi: "exchange.example", sid: "p-1", hp: 1, rid: "r-1" }],
};
const banner = (w: number, h: number, more: object = {}) => ({ banner: { w, h, format: [{ w, h }], ...more } });
const instream = {
  mimes: ["video/mp4", "application/javascript"],
  protocols: [2, 3, 5, 6, 7, 8],
  minduration: 5,
  maxduration: 30,
  w: 640,
  h: 360,
  linearity: 1,
  startdelay: 0,
  api: [1, 2, 7],
  playbackmethod: [1],
};
const nativeAd = JSON.stringify({
  ver: "1.2",
  context: 1,
  plcmttype: 1,
  assets: [
    { id: 1, required: 1, title: { len: 60 } },
    { id: 2, required: 1, img: { type: 3, wmin: 300, hmin: 157 } },
    { id: 3, data: { type: 1, len: 25 } },
  ],
});

export const sampleRequests: SampleRequest[] = [
  { name: "the least that is allowed", body: { id: "r-1", imp: [{ id: "1", banner: {} }] } },
  {
    name: "2.5, a site with consent in extensions",
    body: {
      id: "r-2",
      at: 1,
      tmax: 300,
      cur: ["CHF", "EUR"],
      imp: [{ id: "1", tagid: "top", bidfloor: 0.5, bidfloorcur: "CHF", secure: 1, ...banner(300, 250, { pos: 1 }) }],
      site,
      device,
      user: { id: "u-1", buyeruid: "b-1", ext: { consent: "CPxxxxxxxxxxxxAAAAAAAAAAAAAAAAAAAAAAAA" } },
      regs: { ext: { gdpr: 1, us_privacy: "1YNN" } },
      source: { fd: 1, tid: "t-1", ext: { schain } },
    },
  },
  {
    name: "2.6, the same facts in their own fields",
    body: {
      id: "r-3",
      at: 1,
      tmax: 250,
      cur: ["CHF"],
      cattax: 6,
      imp: [{ id: "1", rwdd: 0, ssai: 0, ...banner(300, 600) }],
      site,
      device: { ...device, sua: { browsers: [{ brand: "Chromium", version: ["141"] }], mobile: 0 } },
      user: { id: "u-2", consent: "", eids: [{ source: "ids.example", uids: [{ id: "e-1", atype: 1 }] }] },
      regs: { gdpr: 0, gpp: "DBAA", gpp_sid: [-1] },
      source: { tid: "t-2", schain },
    },
  },
  {
    name: "a header bidding wrapper with four slots",
    body: {
      id: "r-4",
      test: 0,
      imp: [
        { id: "a", ext: { prebid: { bidder: {} }, gpid: "/1/top" }, ...banner(994, 250) },
        {
          id: "b",
          banner: {
            format: [
              { w: 300, h: 250 },
              { w: 300, h: 600 },
            ],
            topframe: 1,
          },
        },
        { id: "c", ...banner(160, 600, { btype: [1], battr: [1, 2, 3] }) },
        { id: "d", instl: 1, ...banner(320, 480) },
      ],
      site,
      device,
      ext: { prebid: { auctiontimestamp: 1_767_225_600_000 } },
    },
  },
  {
    name: "an app with an advertising id",
    body: {
      id: "r-5",
      imp: [{ id: "1", displaymanager: "sdk", instl: 1, clickbrowser: 1, secure: 1, ...banner(320, 50) }],
      app,
      device: {
        ...mobile,
        lmt: 0,
        carrier: "Example Tel",
        connectiontype: 2,
        geo: { lat: 46.95, lon: 7.44, type: 1, country: "CHE" },
      },
      user: { id: "u-3", yob: 1988, gender: "F", data: [{ id: "d", segment: [{ id: "hiking" }] }] },
    },
  },
  {
    name: "an app that may not track",
    body: {
      id: "r-6",
      imp: [{ id: "1", ...banner(320, 50) }],
      app,
      device: { ...mobile, lmt: 1, dnt: 1, ifa: undefined },
    },
  },
  {
    name: "a children's site",
    body: { id: "r-7", imp: [{ id: "1", ...banner(300, 250) }], site, device, regs: { coppa: 1 } },
  },
  {
    name: "video before a film, 2.5",
    body: { id: "r-8", imp: [{ id: "1", video: { ...instream, placement: 1 } }], site, device },
  },
  {
    name: "a pod on a television, 2.6",
    body: {
      id: "r-9",
      imp: [
        {
          id: "1",
          video: {
            ...instream,
            plcmt: 1,
            podid: "pod",
            podseq: 1,
            slotinpod: 1,
            rqddurs: [15, 30],
            poddur: 60,
            maxseq: 4,
          },
        },
      ],
      app: { ...app, content: { len: 3600, livestream: 0, network: { domain: "tv.example" } } },
      device: { ua: television, ipv6: "2001:db8::7", devicetype: 3 },
    },
  },
  {
    name: "banner or video, whichever pays",
    body: { id: "r-10", imp: [{ id: "1", ...banner(300, 250), video: instream }], site, device },
  },
  {
    name: "native",
    body: { id: "r-11", imp: [{ id: "1", native: { request: nativeAd, ver: "1.2", battr: [8] } }], site, device },
  },
  {
    name: "audio",
    body: {
      id: "r-12",
      imp: [{ id: "1", audio: { mimes: ["audio/mpeg"], minduration: 5, maxduration: 30 } }],
      app,
      device,
    },
  },
  {
    name: "a screen in a station",
    body: {
      id: "r-13",
      imp: [{ id: "1", qty: { multiplier: 14.2 }, ...banner(1080, 1920) }],
      dooh: { id: "hall" },
      device: {},
    },
  },
  {
    name: "a private auction with two deals",
    body: {
      id: "r-14",
      wseat: ["litfass"],
      imp: [
        {
          id: "1",
          ...banner(300, 250),
          pmp: {
            private_auction: 1,
            deals: [
              { id: "deal-a", at: 1, bidfloor: 4, bidfloorcur: "CHF", wseat: ["other"] },
              { id: "deal-b", at: 1, bidfloor: 2, bidfloorcur: "CHF", wadomain: ["shop.example"] },
            ],
          },
        },
      ],
      site,
      device,
    },
  },
  {
    name: "an open auction beside a deal",
    body: {
      id: "r-15",
      imp: [
        { id: "1", ...banner(300, 250), pmp: { private_auction: 0, deals: [{ id: "deal-c", at: 3, bidfloor: 1.5 }] } },
      ],
      site,
      device,
    },
  },
  {
    name: "much that is refused",
    body: {
      id: "r-16",
      bcat: ["IAB25", "IAB26", "IAB7-39"],
      badv: ["rival.example"],
      bapp: ["example.rival"],
      imp: [{ id: "1", iframebuster: ["none"], ...banner(728, 90, { mimes: ["text/html", "image/gif"] }) }],
      site: { ...site, privacypolicy: 1, search: "a, b" },
      device,
    },
  },
  {
    name: "numbers written as text and empty lists",
    body: {
      id: "r-17",
      tmax: "300",
      cur: [],
      imp: [{ id: 1, bidfloor: "0.10", secure: "1", banner: { w: "300", h: "250", format: [] } }],
      site: { ...site, cat: [] },
      device: { ...device, devicetype: "2", dnt: "0" },
    },
  },
  {
    name: "nothing where much is expected",
    body: {
      id: "r-18",
      imp: [{ id: "1", banner: null, video: null }],
      site: null,
      device: null,
      user: null,
      regs: null,
      ext: null,
    },
  },
  {
    name: "an address of IPv6 and no place",
    body: {
      id: "r-19",
      imp: [{ id: "1", ...banner(300, 250) }],
      site,
      device: { ua: someAgent, ipv6: "2001:db8:7::1" },
    },
  },
  {
    name: "a test",
    body: {
      id: "r-20",
      test: 1,
      imp: [{ id: "1", ...banner(300, 250) }],
      site,
      device: { ...device, ip: "203.0.113.5" },
    },
  },
];

/** The samples with deals, slot by slot. */
export const sampleSlotsWithDeals = sampleRequests
  .flatMap(({ body }) => (Array.isArray(body.imp) ? (body.imp as { pmp?: { deals: { id: string }[] } }[]) : []))
  .filter(({ pmp }) => pmp !== undefined);
