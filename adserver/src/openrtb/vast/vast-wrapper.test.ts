import { VASTClient } from "@dailymotion/vast-client";
import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import { DOMParser } from "@xmldom/xmldom";
import { expect, test } from "vitest";
import { testAdServer, testRequest, testSnapshot } from "../../testing/testing-ad-server.ts";
import { tagFile } from "../../testing/testing-vast.ts";

const every = [2, 3, 5, 6, 7, 8, 11, 12, 13, 14];
const request = (video: Record<string, unknown> = {}, more: object = {}) =>
  testRequest({
    imp: [
      {
        id: "1",
        metric: [{ type: "viewability", value: 0.95 }],
        video: { mimes: ["video/mp4"], protocols: every, minduration: 5, maxduration: 30, w: 640, h: 360, ...video },
      },
    ],
    ...more,
  });

function wrappingServer(creatives: SnapshotCreative[] = [tagFile()], hosts = ["agency.example"]) {
  const adServer = testAdServer([testSnapshot({ creatives })]);
  adServer.engine.thirdPartyHosts = hosts;
  return adServer;
}

const answer = `<VAST version="2.0"><Ad id="1"><InLine><AdSystem>Agency</AdSystem><AdTitle>Spot</AdTitle>
  <Impression>https://tag.agency.example/i</Impression><Creatives><Creative><Linear><Duration>00:00:15</Duration><MediaFiles>
  <MediaFile delivery="progressive" type="video/mp4" width="640" height="360">https://cdn.agency.example/spot.mp4</MediaFile>
  </MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>`;

const addressIn = (xml: string, tag: string): string =>
  new RegExp(`<${tag}[^>]*><!\\[CDATA\\[(.+?)\\]\\]>`).exec(xml)?.[1] ?? "";

test.each([
  [[15, 16], "4.3", 16],
  [every, "4.2", 14],
  [[2, 3, 5, 6, 7, 8, 11, 12], "4.1", 12],
  [[2, 3, 5, 6, 7, 8], "4.0", 8],
  [[2, 3, 5, 6], "3.0", 6],
  [[2, 5], "2.0", 5],
  // Wrappers of an older version than the inline ads.
  [[2, 5, 7, 13], "2.0", 5],
])("a player that reads %j gets a wrapper of VAST %s", async (protocols, version, protocol) => {
  const { body } = await wrappingServer().bid(request({ protocols }));
  const bid = body.seatbid[0].bid[0];
  expect(bid).toMatchObject({ protocol, mtype: 2, dur: 15, w: 640, h: 360 });
  expect(bid.adm).toContain(`<VAST version="${version}"`);
  expect(bid.adm).not.toMatch(/<(?:InLine|MediaFile|ClickThrough)\b/);
  expect(bid.adm.includes(` allowMultipleAds="false"`)).toBe(version.startsWith("4"));
  expect(bid.adm.includes("<ViewableImpression>")).toBe(version.startsWith("4"));
  const requested: string[] = [];
  const get = async (url: string) => {
    requested.push(url);
    return { xml: new DOMParser().parseFromString(answer, "text/xml") };
  };
  const xml = new DOMParser().parseFromString(bid.adm, "text/xml");
  const [ad] = (await new VASTClient().parseVAST(xml as never, { urlHandler: { get } as never })).ads;
  expect(requested).toEqual([expect.stringMatching(/^https:\/\/tag\.agency\.example\/vast\?ord=\d{8}&/)]);
  // The player reports the impression to both, and plays the other ad server's file.
  expect(ad?.impressionURLTemplates).toHaveLength(2);
  const linear = ad?.creatives[0] as unknown as { mediaFiles: { fileURL: string }[]; trackingEvents: object };
  expect(linear.mediaFiles.map(({ fileURL }) => fileURL)).toEqual(["https://cdn.agency.example/spot.mp4"]);
  expect(Object.keys(linear.trackingEvents)).toEqual(expect.arrayContaining(["start", "complete"]));
});

test.each([
  ["that follows no wrappers", { protocols: [2, 3, 7, 11, 13] }],
  ["that states nothing", { protocols: undefined }],
  ["that follows wrappers of VAST 1 only", { protocols: [2, 4] }],
  ["with a shorter limit", { maxduration: 10 }],
  ["of another type", { mimes: ["video/webm"] }],
  ["with a lower bit rate", { maxbitrate: 500 }],
])("no bid with a wrapper for a player %s", async (_, video) => {
  expect((await wrappingServer().bid(request(video))).status).toBe(204);
});

test("a tag that answers in VAST 4 is no bid for a player of VAST 3, and one of several types fits by any of them", async () => {
  const older = request({ protocols: [2, 3, 5, 6] });
  expect((await wrappingServer([tagFile({}, 4)]).bid(older)).status).toBe(204);
  expect((await wrappingServer([tagFile({}, 3)]).bid(older)).status).toBe(200);
  const types = [tagFile(), tagFile({ contentType: "video/webm" })];
  expect((await wrappingServer(types).bid(request({ mimes: ["video/webm"] }))).status).toBe(200);
});

test("each host of a tag must be allowed at each bid", async () => {
  const adServer = wrappingServer();
  expect((await adServer.bid(request())).status).toBe(200);
  adServer.engine.thirdPartyHosts = ["tag.agency.example"];
  expect((await adServer.bid(request())).status).toBe(204);
  adServer.engine.thirdPartyHosts = [];
  expect((await adServer.bid(request())).status).toBe(204);
});

test("macros are filled for each bid, and those of the player stay", async () => {
  const adServer = wrappingServer();
  const addresses = [];
  for (let i = 0; i < 2; i++) {
    const regs = { ext: { gdpr: 1 } };
    const { body } = await adServer.bid(request({}, { regs }));
    adServer.clock.advance(60_000);
    addresses.push(new URL(addressIn(body.seatbid[0].bid[0].adm, "VASTAdTagURI")).searchParams);
  }
  expect(addresses[0]?.get("ord")).toMatch(/^\d{8}$/);
  expect(addresses[1]?.get("ord")).not.toBe(addresses[0]?.get("ord"));
  expect(addresses[0]?.get("gdpr")).toBe("1");
  expect(addresses[0]?.get("p")).toBe("[PLAYERSIZE]");
});

test("impression, progress and click of a wrapper count once, and only the impression is charged", async () => {
  const adServer = wrappingServer();
  const bid = (await adServer.bid(request())).body.seatbid[0].bid[0];
  const call = (tag: string) => adServer.call("GET", addressIn(bid.adm, tag));
  const events = ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete"];
  for (const tag of ["Impression", ...events.map((event) => `Tracking event="${event}"`), "Viewable"]) {
    for (let again = 0; again < 2; again++) expect((await call(tag)).status).toBe(200);
  }
  await adServer.call("GET", bid.burl);
  for (let again = 0; again < 2; again++) {
    const click = await call("ClickTracking");
    expect([click.status, click.headers.location]).toEqual([200, undefined]);
  }
  const counted = adServer.events.filter(({ invalid }) => invalid === "");
  expect(counted.map(({ kind, charge_micros }) => [kind, charge_micros])).toEqual([
    ["impression", 25_000],
    ["video_start", 0],
    ["video_first_quartile", 0],
    ["video_midpoint", 0],
    ["video_third_quartile", 0],
    ["video_complete", 0],
    ["measured", 0],
    ["viewable", 0],
    ["click", 0],
  ]);
});
