import { VASTParser } from "@dailymotion/vast-client";
import { DOMParser } from "@xmldom/xmldom";
import { expect, test } from "vitest";
import { testAdServer, testRequest, testSnapshot } from "../../testing/testing-ad-server.ts";
import { previewVast } from "./preview-vast.ts";

const rendition = (width: number, height: number, hash: string) => ({
  uuid: "7f0cfb4a-0000-4000-8000-000000000009",
  format: `${width}x${height}`,
  width,
  height,
  fileHash: hash.repeat(40),
  kind: "video" as const,
  durationSeconds: 15,
  contentType: "video/mp4",
});

const videoRequest = (video: Record<string, unknown> = {}) =>
  testRequest({
    imp: [
      {
        id: "1",
        metric: [{ type: "viewability", value: 0.95 }],
        video: {
          mimes: ["video/mp4"],
          protocols: [2, 3, 7, 13],
          minduration: 5,
          maxduration: 30,
          w: 640,
          h: 360,
          ...video,
        },
      },
    ],
  });

test("a video slot gets VAST with every rendition; its events count and its impression is charged once", async () => {
  const creatives = [rendition(640, 360, "a"), rendition(1280, 720, "b"), rendition(1920, 1080, "c")];
  const adServer = testAdServer([testSnapshot({ name: "A & B <c>", creatives })]);
  const { body } = await adServer.bid(videoRequest());
  const bid = body.seatbid[0].bid[0];
  expect(bid).toMatchObject({ mtype: 2, price: 25 });
  expect(bid.adm).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?><VAST version="4.2"/);
  expect(bid.adm).toContain("<AdTitle>A &amp; B &lt;c&gt;</AdTitle>");
  expect(bid.adm).toContain("<Duration>00:00:15</Duration>");
  expect(bid.adm.match(/<MediaFile delivery="progressive" /g)).toHaveLength(3);
  const addressOf = (tag: string) => new RegExp(`<${tag}[^>]*><!\\[CDATA\\[([^\\]]+)\\]\\]>`).exec(bid.adm)![1]!;
  await adServer.call("GET", addressOf("Impression"));
  await adServer.call("GET", bid.burl);
  for (const event of ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete"]) {
    await adServer.call("GET", addressOf(`Tracking event="${event}"`));
    await adServer.call("GET", addressOf(`Tracking event="${event}"`));
  }
  await adServer.call("GET", addressOf("Viewable"));
  const click = await adServer.call("GET", addressOf("ClickThrough"));
  expect(String(click.headers.location)).toContain("utm_medium=video");
  expect(adServer.events.map(({ kind, charge_micros }) => [kind, charge_micros])).toEqual([
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

test.each([
  [["NotViewable"], ["measured"]],
  [["NotViewable", "NotViewable"], ["measured"]],
  [["ViewUndetermined", "ViewUndetermined"], ["view_undetermined"]],
  [
    ["ViewUndetermined", "Viewable"],
    ["view_undetermined", "measured", "viewable"],
  ],
])("a player's %j counts as %j", async (reported, counted) => {
  const adServer = testAdServer([testSnapshot({ creatives: [rendition(640, 360, "a")] })]);
  const { adm } = (await adServer.bid(videoRequest())).body.seatbid[0].bid[0];
  const addressOf = (tag: string) => new RegExp(`<${tag}><!\\[CDATA\\[([^\\]]+)\\]\\]>`).exec(adm)![1]!;
  for (const tag of ["Impression", ...reported]) await adServer.call("GET", addressOf(tag));
  expect(adServer.events.map(({ kind }) => kind)).toEqual(["impression", ...counted]);
});

test("VAST elements are in the order of the VAST 4.2 schema", async () => {
  const adServer = testAdServer([testSnapshot({ creatives: [rendition(640, 360, "a")] })]);
  const { adm } = (await adServer.bid(videoRequest())).body.seatbid[0].bid[0];
  const childrenOf = (parent: string) => {
    const element = new DOMParser().parseFromString(adm, "text/xml").getElementsByTagName(parent)[0]!;
    return Array.from(element.childNodes, ({ nodeName }) => nodeName);
  };
  expect(childrenOf("InLine")).toEqual([
    "AdSystem",
    "Error",
    "Impression",
    "ViewableImpression",
    "AdServingId",
    "AdTitle",
    "Creatives",
  ]);
  expect(childrenOf("ViewableImpression")).toEqual(["Viewable", "NotViewable", "ViewUndetermined"]);
  expect(childrenOf("Creative")).toEqual(["Linear", "UniversalAdId"]);
  expect(childrenOf("Linear")).toEqual(["Icons", "TrackingEvents", "Duration", "MediaFiles", "VideoClicks"]);
  expect(childrenOf("Icon")).toEqual(["StaticResource", "IconClicks"]);
});

test.each([
  [[15], "4.3", 15],
  [[2, 3, 5, 6, 7, 8, 11, 12, 13, 14], "4.2", 13],
  [[2, 3, 5, 6, 7, 8, 11], "4.1", 11],
  [[2, 3, 5, 6, 7, 8], "4.0", 7],
  [[2, 3, 5, 6], "3.0", 3],
  [[2], "2.0", 2],
])("a player that reads %j gets VAST %s", async (protocols, version, protocol) => {
  const adServer = testAdServer([testSnapshot({ creatives: [rendition(640, 360, "a"), rendition(1280, 720, "b")] })]);
  for (let again = 0; again < 2; again++) {
    adServer.clock.advance(60_000);
    const bid = (await adServer.bid(videoRequest({ protocols }))).body.seatbid[0].bid[0];
    expect(bid.protocol).toBe(protocol);
    expect(bid.adm).toContain(`<VAST version="${version}"`);
    expect(bid.adm.includes("<ViewableImpression>")).toBe(version.startsWith("4"));
    expect(/\/t\/(?:measured|viewable|view_undetermined)/.test(bid.adm)).toBe(version.startsWith("4"));
    expect(bid.adm.includes("<AdServingId>")).toBe(["4.1", "4.2", "4.3"].includes(version));
    expect(bid.adm.includes("<UniversalAdId")).toBe(version.startsWith("4"));
    expect(bid.adm.includes("<Icons>")).toBe(version.startsWith("4"));
    const xml = new DOMParser().parseFromString(bid.adm, "text/xml");
    const [ad] = (await new VASTParser().parseVAST(xml as never)).ads;
    const linear = ad!.creatives[0] as unknown as { duration: number; mediaFiles: unknown[] };
    expect([linear.duration, linear.mediaFiles.length]).toEqual([15, 2]);
    expect(ad!.impressionURLTemplates).toHaveLength(1);
    await adServer.call("GET", (ad!.impressionURLTemplates[0] as { url: string }).url);
    expect(adServer.events).toHaveLength(again + 1);
  }
});

test("elements of older versions are in the order of their schema", async () => {
  const adServer = testAdServer([testSnapshot({ creatives: [rendition(640, 360, "a")] })]);
  const { adm } = (await adServer.bid(videoRequest({ protocols: [2] }))).body.seatbid[0].bid[0];
  const childrenOf = (parent: string) => {
    const element = new DOMParser().parseFromString(adm, "text/xml").getElementsByTagName(parent)[0]!;
    return Array.from(element.childNodes, ({ nodeName }) => nodeName);
  };
  expect(childrenOf("InLine")).toEqual(["AdSystem", "AdTitle", "Error", "Impression", "Creatives"]);
  expect(childrenOf("Linear")).toEqual(["Duration", "TrackingEvents", "VideoClicks", "MediaFiles"]);
});

test("macros of a preview are AUDIT, and its events do not count", async () => {
  const adServer = testAdServer([testSnapshot()]);
  const signingSecret = "a secret for tests that is long enough";
  const creative = { id: "1", uuid: "7f0cfb4a-0000-4000-8000-000000000009", title: "Preview" };
  const origin = { adsUrl: "https://ads.example", signingSecret, auctionId: "look" };
  const xml = previewVast(creative, [rendition(640, 360, "a")], origin);
  expect(/<Impression><!\[CDATA\[([^\]]+)\]/.exec(xml)![1]).toMatch(/&a=AUDIT$/);
  const addresses = [...xml.matchAll(/CDATA\[(https:\/\/ads\.example\/t\/[^\]]+)\]/g)].map(([, address]) => address!);
  expect(addresses).toHaveLength(10);
  for (const address of addresses)
    expect([address, (await adServer.call("GET", address)).status]).toEqual([address, 200]);
  const click = /<ClickThrough[^>]*><!\[CDATA\[([^\]]+)\]/.exec(xml)![1]!;
  const answer = await adServer.call("GET", click);
  expect([answer.status, String(answer.body)]).toEqual([200, expect.stringContaining("This is a preview")]);
  expect(adServer.events).toEqual([]);
});

test.each([
  ["405", "player_405"],
  ["100", "player_100"],
  ["[ERRORCODE]", "player_900"],
  ["%5BERRORCODE%5D", "player_900"],
  ["", "player_900"],
  ["-1", "player_900"],
  ["099", "player_900"],
  ["4050", "player_900"],
])("records a player's error %s once as %s, without an impression or a charge", async (code, kept) => {
  const adServer = testAdServer([testSnapshot({ creatives: [rendition(640, 360, "a")] })]);
  const { adm } = (await adServer.bid(videoRequest())).body.seatbid[0].bid[0];
  const address = /<Error><!\[CDATA\[([^\]]+\])\]\]>/.exec(adm)![1]!;
  expect(address).toContain("code=[ERRORCODE]");
  await adServer.call("GET", address.replace("[ERRORCODE]", code));
  await adServer.call("GET", address.replace("[ERRORCODE]", code));
  expect(adServer.events).toMatchObject([{ kind: "video_error", invalid: kept, charge_micros: 0 }]);
  expect(adServer.events).toHaveLength(1);
});

test.each([
  ["too long for the slot", { maxduration: 10 }],
  ["of a type the player does not take", { mimes: ["video/webm"] }],
  ["for a player without VAST", { protocols: [9, 10] }],
])("no bid with a video %s", async (_, video) => {
  const adServer = testAdServer([testSnapshot({ creatives: [rendition(640, 360, "a")] })]);
  expect((await adServer.bid(videoRequest(video))).status).toBe(204);
});
