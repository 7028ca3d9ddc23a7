import type { CampaignSnapshot, SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import { describe, expect, test } from "vitest";
import { type TestBid, testAdServer, testRequest, testSnapshot } from "../../testing/testing-ad-server.ts";
import { isBidResponse } from "../../testing/testing-bid-response.ts";

const [banner] = testSnapshot().creatives as [SnapshotCreative];
const film = { ...banner, kind: "video" as const, width: 640, height: 360, format: "640x360", durationSeconds: 15 };

/** The only bid of a new process for one campaign. */
async function bidOf(changes: Partial<CampaignSnapshot>, imp: Record<string, unknown> = {}): Promise<TestBid> {
  const adServer = testAdServer([testSnapshot({ ...changes, targeting: {} })]);
  const asked = { id: "1", banner: { w: 300, h: 250 }, metric: [{ type: "viewability", value: 1 }], ...imp };
  const { body } = await adServer.bid(testRequest({ imp: [asked] }));
  expect(isBidResponse(body)).toBe(true);
  return body.seatbid[0].bid[0];
}
const creativeId = async (changes: Partial<CampaignSnapshot> = {}): Promise<string> => (await bidOf(changes)).crid;
const showing = (changes: Partial<SnapshotCreative>) => ({ creatives: [{ ...banner, ...changes }] });

describe("the creative ID", () => {
  test("is the same after a restart, in another campaign and after another change of the campaign", async () => {
    const id = await creativeId();
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(await bidOf({})).toMatchObject({ crid: id, adid: id, cid: "1" });
    expect(await creativeId({ campaignId: 2 })).toBe(id);
    expect(await creativeId({ version: 7, name: "Summer sale", priceMicros: "20000" })).toBe(id);
    expect(await creativeId(showing({ uuid: "7f0cfb4a-0000-4000-8000-00000000000f" }))).toBe(id);
  });

  test("is another one for other content, another advertiser and another landing domain", async () => {
    const ids = [
      await creativeId(),
      await creativeId({ ownerUid: "owner-2" }),
      await creativeId({ advertiserDomain: "other.example" }),
      await creativeId(showing({ fileHash: "b".repeat(40) })),
      await creativeId(showing({ kind: "image" })),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("is shared by the renditions of one video", async () => {
    const renditions = [900, 400].map((bitrateKbps, at) => ({ ...film, bitrateKbps, fileHash: `${at}`.repeat(40) }));
    const videoId = async (creatives: SnapshotCreative[], video = {}) =>
      (await bidOf({ creatives }, { banner: undefined, video: { mimes: ["video/mp4"], ...video } })).crid;
    const id = await videoId(renditions);
    expect(await videoId(renditions, { maxbitrate: 500 })).toBe(id);
    expect(await videoId(renditions.toReversed())).toBe(id);
    expect(await videoId(renditions.slice(1))).not.toBe(id);
  });
});

describe("the advertiser's domain", () => {
  test.each([
    ["https://shop.example/sale", "shop.example", "shop.example"],
    ["https://spring.shop.example/sale", "spring.shop.example", "shop.example"],
    ["https://sale.shop.co.uk/", "sale.shop.co.uk", "shop.co.uk"],
    ["https://www.shop.co.uk/", "shop.co.uk", "shop.co.uk"],
    ["https://baker.github.io/", "baker.github.io", "baker.github.io"],
    ["https://192.0.2.7/", "192.0.2.7", "192.0.2.7"],
  ])("%s is declared as %s's registrable domain", async (destinationUrl, advertiserDomain, declared) => {
    expect((await bidOf({ destinationUrl, advertiserDomain })).adomain).toEqual([declared]);
  });

  test("is that of the banner's own link where it has one", async () => {
    const own = showing({ destinationUrl: "https://www.bikes.shop.co.uk/red?x=1" });
    expect((await bidOf(own)).adomain).toEqual(["shop.co.uk"]);
  });

  test("a blocked domain also refuses a campaign whose banner leads to it", async () => {
    const adServer = testAdServer([testSnapshot(showing({ destinationUrl: "https://bikes.other.example/red" }))]);
    const blocked = async (badv: string[]) => (await adServer.bid(testRequest({ badv, test: 1 }))).body;
    expect((await blocked(["other.example"])).ext.reasons).toEqual(["blocked_advertiser"]);
    expect((await blocked(["another.example"])).seatbid).toHaveLength(1);
  });
});

test("an image is its own preview, an HTML banner has the picture drawn of it", async () => {
  expect(await bidOf(showing({ kind: "image" }))).toMatchObject({ iurl: `https://ads.example/ad/${"a".repeat(40)}` });
  expect(await bidOf({})).not.toHaveProperty("iurl");
  const drawn = await bidOf(showing({ pictureHash: "c".repeat(40) }));
  expect(drawn.iurl).toBe(`https://ads.example/ad/${"c".repeat(40)}`);
  // A picture that is drawn later does not make it another creative.
  expect(drawn.crid).toBe(await creativeId());
});
