import { nativeCreative, type SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import { expect, test } from "vitest";
import { matchTraffic } from "../../auction/purchasable-slots.ts";
import { type TestAdServer, testAdServer, testRequest, testSnapshot } from "../../testing/testing-ad-server.ts";
import { isBidResponse } from "../../testing/testing-bid-response.ts";
import { parseBidRequest } from "../request/parse-bid-request.ts";
import { nativeRequest } from "./native-request.ts";

const picture = (hash: string, width: number, height: number, contentType = "image/jpeg") => ({
  hash: hash.repeat(40),
  width,
  height,
  contentType,
});

const native: SnapshotCreative = {
  uuid: "7f0cfb4a-0000-4000-8000-000000000001",
  format: "994x250",
  width: 994,
  height: 250,
  fileHash: "c".repeat(40),
  pictureHash: "9".repeat(40),
  kind: "html",
  native: {
    title: "Frisches Brot",
    description: "Jeden Morgen ab sechs, mit Mehl aus dem Emmental",
    buttonText: "Zum Angebot",
    brand: "Bäckerei Muster",
    logo: picture("d", 200, 200, "image/png"),
    pictures: [picture("e", 400, 300), picture("f", 1400, 900)],
  },
};

const usual = [
  { id: 1, required: 1, title: { len: 60 } },
  { id: 2, required: 1, img: { type: 3, wmin: 300, hmin: 157 } },
  { id: 3, required: 0, img: { type: 1, wmin: 50, hmin: 50 } },
  { id: 4, required: 1, data: { type: 1, len: 25 } },
  { id: 5, required: 0, data: { type: 2, len: 90 } },
  { id: 6, required: 0, data: { type: 12 } },
];
const trackers = [
  { event: 1, methods: [1, 2] },
  { event: 2, methods: [1] },
];
const pixels = { ver: "1.2", privacy: 1, eventtrackers: trackers };

/** An imp with native parts beside or instead of a banner. */
const impOf = (asked: unknown, more: object = {}) => ({
  id: "1",
  tagid: "feed",
  metric: [{ type: "viewability", value: 1 }],
  native: { request: typeof asked === "string" ? asked : JSON.stringify(asked), ...more },
});
const campaign = (changes: object = {}) =>
  testSnapshot({ creatives: [...testSnapshot().creatives, native], ...changes });

async function ask(asked: unknown, { more = {}, snapshot = campaign(), request = {} } = {}) {
  const adServer = testAdServer([snapshot]);
  const { status, body } = await adServer.bid(testRequest({ imp: [impOf(asked, more)], test: 1, ...request }));
  expect(status).toBe(200);
  if (body.seatbid === undefined) return { adServer, reasons: body.ext.reasons };
  expect(isBidResponse(body), JSON.stringify(isBidResponse.errors)).toBe(true);
  const bid = body.seatbid[0].bid[0];
  return { adServer, bid, ad: JSON.parse(bid.adm) };
}

test("a native ad in version 1.2 has the wanted parts by ID, its pixels and the privacy link", async () => {
  const { bid, ad } = await ask({ ...pixels, assets: usual });
  const { link, privacy, eventtrackers, ...rest } = ad;
  expect(rest).toEqual({
    ver: "1.2",
    assets: [
      { id: 1, title: { text: "Frisches Brot", len: 13 } },
      { id: 2, img: { type: 3, url: `https://ads.example/ad/${"e".repeat(40)}`, w: 400, h: 300 } },
      { id: 3, img: { type: 1, url: `https://ads.example/ad/${"d".repeat(40)}`, w: 200, h: 200 } },
      { id: 4, data: { type: 1, len: 15, value: "Bäckerei Muster" } },
      { id: 5, data: { type: 2, len: 48, value: "Jeden Morgen ab sechs, mit Mehl aus dem Emmental" } },
      { id: 6, data: { type: 12, len: 11, value: "Zum Angebot" } },
    ],
  });
  expect(link.url).toMatch(/^https:\/\/ads\.example\/c\?t=/);
  expect(privacy).toMatch(/^https:\/\/ads\.example\/about\?t=/);
  expect(eventtrackers).toMatchObject([
    { event: 1, method: 1, url: expect.stringContaining("/t/impression?t=") },
    { event: 2, method: 1, url: expect.stringContaining("/t/viewable?t=") },
  ]);
  expect(bid).toMatchObject({ mtype: 4, adomain: ["shop.example"], crid: expect.any(String) });
  expect(bid).not.toHaveProperty("w");
});

test("an ad in version 1.1, wrapped as it was asked for, reports its impression by one pixel", async () => {
  const { ad } = await ask({ native: { ver: "1.1", assets: [usual[0], usual[1]] } });
  expect(ad.native).toMatchObject({ ver: "1.1", imptrackers: [expect.stringContaining("/t/impression?t=")] });
  expect(Object.keys(ad.native).sort()).toEqual(["assets", "imptrackers", "link", "ver"]);
  expect(ad.native.assets[0]).toEqual({ id: 1, title: { text: "Frisches Brot" } });
});

test.each([
  ["a title that would have to be cut", [{ id: 1, required: 1, title: { len: 12 } }]],
  ["a larger picture than there is", [{ id: 1, required: 1, img: { type: 3, wmin: 1401, hmin: 1 } }]],
  ["a picture of exactly this size", [{ id: 1, required: 1, img: { type: 3, w: 1200, h: 627 } }]],
  ["another kind of file", [{ id: 1, required: 1, img: { type: 3, mimes: ["image/gif"] } }]],
  ["a part that no campaign has", [{ id: 1, required: 1, data: { type: 3 } }]],
  ["a video", [{ id: 1, required: 1, video: { mimes: ["video/mp4"] } }]],
])("%s is refused where it is required, with the reason", async (_, assets) => {
  expect((await ask({ ver: "1.2", assets })).reasons).toEqual(["native_asset"]);
  const optional = [usual[0], ...assets.map((asset) => ({ ...asset, id: 9, required: 0 }))];
  expect((await ask({ ver: "1.2", assets: optional })).ad.assets.map(({ id }: { id: number }) => id)).toEqual([1]);
});

test("the first picture that is large enough is used, and exact sizes fit", async () => {
  const urlFor = async (img: object) => (await ask({ assets: [{ id: 1, required: 1, img }] })).ad.assets[0].img.url;
  expect(await urlFor({ type: 3, wmin: 1000, hmin: 500 })).toContain("f".repeat(40));
  expect(await urlFor({ type: 3, w: 1400, h: 900 })).toContain("f".repeat(40));
  expect(await urlFor({ type: 1, w: 999, wmin: 100, mimes: ["IMAGE/PNG"] })).toContain("d".repeat(40));
});

test("blocked attributes of the banner, a campaign without native parts, and other versions", async () => {
  const animated = campaign({ creatives: [{ ...native, attributes: [6] }] });
  const { bid } = await ask({ assets: usual }, { snapshot: animated, more: { battr: [6] } });
  expect(bid).not.toHaveProperty("attr");
  expect((await ask({ assets: usual }, { snapshot: testSnapshot() })).reasons).toEqual(["no_format"]);
  expect((await ask({ ver: "1.0", assets: usual })).reasons).toEqual(["unsupported_slot"]);
  expect((await ask({ ver: "2", assets: usual })).reasons).toEqual(["unsupported_slot"]);
});

test("unreadable, oversized and odd requests are no slots and never fail", () => {
  for (const request of ["{", "", "null", "[]", 7, null, "x".repeat(17_000), JSON.stringify({ assets: [] })]) {
    expect(nativeRequest({ request })).toBeNull();
  }
  expect(nativeRequest({ request: JSON.stringify({ assets: Array(21).fill({ id: 1, title: {} }) }) })).toBeNull();
  expect(nativeRequest({ request: { assets: [null, { id: "7", title: { len: "9" } }] } })?.assets).toMatchObject([
    { kind: "unknown" },
    { id: 7, kind: "title", maxChars: 9 },
  ]);
});

test("a page that shows no privacy link gets no ad that has to show its label", async () => {
  const request = { regs: { dsa: { dsarequired: 3, pubrender: 0 } } };
  expect((await ask({ ...pixels, assets: usual }, { request })).bid!.ext).toMatchObject({ dsa: { adrender: 1 } });
  expect((await ask({ ...pixels, privacy: 0, assets: usual }, { request })).reasons).toEqual([
    "transparency_not_shown",
  ]);
});

test("impressions, views and clicks of a native ad count like those of banners, each once", async () => {
  const adServer: TestAdServer = testAdServer([campaign()]);
  const { body } = await adServer.bid(testRequest({ imp: [impOf({ ...pixels, assets: usual })] }));
  const ad = JSON.parse(body.seatbid[0].bid[0].adm);
  const [impression, viewable] = ad.eventtrackers;
  for (const url of [impression.url, impression.url, viewable.url, viewable.url]) await adServer.call("GET", url);
  const clicked = await adServer.call("GET", ad.link.url);
  expect(clicked).toMatchObject({ status: 302, headers: { location: expect.stringContaining("shop.example/sale") } });
  const counted = adServer.events
    .filter(({ invalid }) => invalid === "")
    .map(({ kind, format }) => `${kind} ${format}`);
  expect(counted.sort()).toEqual(["click native", "impression native", "measured native", "viewable native"]);
  expect(adServer.events[0]!.creative_uuid).toBe(nativeCreative);
});

test.each([
  ["that reports views is measured, seen or not", pixels, ["impression", "measured"]],
  ["that reports none is not measured", { ...pixels, eventtrackers: [{ event: 1, methods: [1] }] }, ["impression"]],
  ["of version 1.1 is not measured", { ver: "1.1" }, ["impression"]],
])("an impression on a page %s, once, also after the billing notice", async (_, native, expected) => {
  for (const isBilled of [false, true]) {
    const adServer = testAdServer([campaign()]);
    const { body } = await adServer.bid(testRequest({ imp: [impOf({ ...native, assets: usual })] }));
    const [bid] = body.seatbid[0].bid;
    const { eventtrackers, imptrackers } = JSON.parse(bid.adm);
    const url = imptrackers?.[0] ?? eventtrackers[0].url;
    if (isBilled) await adServer.call("GET", bid.burl.replace(`\${AUCTION_PRICE}`, "4"));
    for (let i = 0; i < 2; i++) await adServer.call("GET", url);
    const counted = adServer.events.filter(({ kind, invalid }) => kind !== "cost" && invalid === "");
    expect(counted.map(({ kind }) => kind)).toEqual(expected);
  }
});

test("a slot for a banner or a native ad gets a bid for each, with an identity of its own", async () => {
  const adServer = testAdServer([
    campaign(),
    testSnapshot({ campaignId: 2, creatives: [native], ownerUid: "owner-2" }),
  ]);
  const both = { ...impOf({ assets: usual }), banner: { w: 300, h: 250 } };
  const { body } = await adServer.bid(testRequest({ imp: [both] }));
  expect(body.seatbid[0].bid.map(({ mtype }) => mtype).sort()).toEqual([1, 4]);
  const [display, feed] = body.seatbid[0].bid;
  expect(display!.crid).not.toBe(feed!.crid);
  expect(feed!.iurl).toContain("e".repeat(40));
});

const cropped: SnapshotCreative = {
  ...native,
  native: {
    ...native.native!,
    crops: [picture("1", 1200, 627), picture("2", 800, 600), picture("3", 300, 250), picture("4", 600, 600)],
    icons: [picture("5", 300, 300, "image/png"), picture("6", 80, 80, "image/png")],
  },
};

test.each<[string, object, string]>([
  ["the crop in the proportion of its minimum", { type: 3, wmin: 300, hmin: 157 }, "1"],
  ["the crop in the proportion that it names for rescaling", { type: 3, w: 400, h: 300, wmin: 200, hmin: 150 }, "2"],
  ["a crop of an exact size", { type: 3, w: 300, h: 250 }, "3"],
  ["a square crop", { type: 3, wmin: 200, hmin: 200 }, "4"],
  ["the picture itself where no crop has the proportion", { type: 3, wmin: 100, hmin: 200 }, "e"],
  ["the picture itself where the page names no proportion", { type: 3, wmin: 100 }, "e"],
  ["the square of the logo", { type: 1, wmin: 100, hmin: 100 }, "5"],
  ["an icon of an exact size", { type: 1, w: 80, h: 80 }, "6"],
])("a page gets %s", async (_, img, hash) => {
  const snapshot = campaign({ creatives: [cropped] });
  const { ad } = (await ask({ ver: "1.2", assets: [{ id: 1, required: 1, img }] }, { snapshot })) as never as {
    ad: { assets: { img: { url: string; w: number; h: number } }[] };
  };
  expect(ad.assets[0]!.img.url).toContain(`/ad/${hash.repeat(40)}`);
});

test("a forecast counts a native slot only where the campaign has the parts that it requires", () => {
  const adServer = testAdServer([]);
  const requests = [
    [{ id: 1, required: 1, img: { type: 3, w: 1200, h: 627 } }],
    [{ id: 1, required: 1, img: { type: 3, w: 1201, h: 627 } }],
    [{ id: 1, required: 1, data: { type: 6 } }],
  ].map((assets) =>
    parseBidRequest(testRequest({ imp: [impOf({ ver: "1.2", assets })] }), adServer.instance.parseContext("x"), 1),
  );
  const { slots } = matchTraffic(requests as never, [campaign({ creatives: [cropped] })]);
  expect(slots).toEqual([1]);
});
