import { VASTParser } from "@dailymotion/vast-client";
import { DOMParser } from "@xmldom/xmldom";
import { describe, expect, test } from "vitest";
import { testAdServer, testRequest, testSnapshot } from "../../testing/testing-ad-server.ts";

const spotUuid = "7f0cfb4a-0000-4000-8000-00000000000a";
const file = (hash: string, contentType: string, bitrateKbps: number, durationSeconds = 20.04) => ({
  ...{ uuid: spotUuid, format: "audio", width: 0, height: 0, fileHash: hash.repeat(40), kind: "audio" as const },
  ...{ durationSeconds, contentType, bitrateKbps },
});
const spot = (seconds?: number) => [
  file("a", "audio/mpeg", 128, seconds),
  file("b", "audio/mp4", 128, seconds),
  file("c", "audio/mp4", 64, seconds),
];
const companion = (width: number, height: number, hash: string, more: object = {}) => ({
  ...{ uuid: `7f0cfb4a-0000-4000-8000-0000000000${hash}${hash}`, format: `${width}x${height}`, width, height },
  ...{ fileHash: hash.repeat(40), kind: "html" as const, isCompanion: true, ...more },
});
const withCompanions = [...spot(), companion(300, 250, "d"), companion(320, 50, "e", { kind: "image" })];

const audioRequest = (audio: Record<string, unknown> = {}, more: Record<string, unknown> = {}) =>
  testRequest({
    imp: [
      {
        ...{ id: "1", tagid: "stream" },
        audio: {
          mimes: ["audio/mpeg", "audio/mp4"],
          protocols: [2, 3, 7, 13],
          minduration: 5,
          maxduration: 30,
          ...audio,
        },
      },
    ],
    ...more,
  });
const space = (w: number, h: number, more: object = {}) => ({ w, h, ...more });

type Bid = { adm: string; burl: string; price: number } & Record<string, unknown>;
const bidFor = async (adServer: ReturnType<typeof testAdServer>, audio?: Record<string, unknown>): Promise<Bid> =>
  (await adServer.bid(audioRequest(audio))).body.seatbid[0].bid[0];
const addressOf = (adm: string, tag: string) =>
  new RegExp(`<${tag}[^>]*><!\\[CDATA\\[([^\\]]+)\\]?\\]\\]>`).exec(adm)![1]!;

test("an audio slot gets VAST with every file, and each of its events counts exactly once", async () => {
  const adServer = testAdServer([testSnapshot({ name: "Zopf & Brot", creatives: spot() })]);
  const bid = await bidFor(adServer);
  expect(bid).toMatchObject({ mtype: 3, dur: 20, price: 25, protocol: 13 });
  expect([bid.w, bid.h, bid.attr]).toEqual([undefined, undefined, undefined]);
  expect(bid.adm).toContain(`<Ad id="7-${spotUuid}" adType="audio">`.replace("7-", `${bid.cid}-`));
  expect(
    bid.adm.match(/<MediaFile delivery="progressive" type="audio\/[^"]+" width="0" height="0" bitrate="\d+">/g),
  ).toHaveLength(3);
  expect(bid.adm).not.toMatch(/ViewableImpression|\/t\/(?:viewable|measured|view_undetermined)/);
  await Promise.all([1, 2, 3].map(() => adServer.call("GET", addressOf(bid.adm, "Impression"))));
  await adServer.call("GET", bid.burl);
  for (const event of ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete"]) {
    const address = addressOf(bid.adm, `Tracking event="${event}"`);
    await Promise.all([adServer.call("GET", address), adServer.call("GET", address)]);
  }
  const click = await adServer.call("GET", addressOf(bid.adm, "ClickThrough"));
  expect(String(click.headers.location)).toContain("utm_medium=audio");
  const counted = adServer.events.filter(({ invalid }) => invalid === "");
  expect(counted.map(({ kind, charge_micros, format }) => [kind, charge_micros, format])).toEqual([
    ["impression", 25_000, "audio"],
    ["video_start", 0, "audio"],
    ["video_first_quartile", 0, "audio"],
    ["video_midpoint", 0, "audio"],
    ["video_third_quartile", 0, "audio"],
    ["video_complete", 0, "audio"],
    ["click", 0, "audio"],
  ]);
});

test("the client library reads the spot, its companions, the label and the error address", async () => {
  const adServer = testAdServer([testSnapshot({ creatives: withCompanions })]);
  const { adm } = await bidFor(adServer, { companionad: [space(300, 250), space(320, 50)] });
  const [ad] = (await new VASTParser().parseVAST(new DOMParser().parseFromString(adm, "text/xml") as never)).ads;
  const [linear, companions] = ad!.creatives as unknown as [
    { duration: number; mediaFiles: { mimeType: string; bitrate: number }[]; icons: { program: string }[] },
    { variations: { width: string; height: string; htmlResources: string[] }[] },
  ];
  expect([ad!.adType, linear.duration]).toEqual(["audio", 20]);
  expect(linear.mediaFiles.map(({ mimeType, bitrate }) => `${mimeType} ${bitrate}`)).toEqual([
    "audio/mpeg 128",
    "audio/mp4 128",
    "audio/mp4 64",
  ]);
  expect(linear.icons.map(({ program }) => program)).toEqual(["AboutThisAd"]);
  expect(companions.variations.map(({ width, height }) => `${width}x${height}`)).toEqual(["300x250", "320x50"]);
  expect(companions.variations[0]?.htmlResources[0]).toContain(`/ad/${"d".repeat(40)}.html?click=`);
  expect(companions.variations[0]?.htmlResources[0]).toContain("/about?t=");
  expect(ad!.errorURLTemplates[0]).toContain("/t/video_error");
});

test("elements are in the order of the VAST 4.2 schema", async () => {
  const adServer = testAdServer([testSnapshot({ creatives: withCompanions })]);
  const { adm } = await bidFor(adServer, { companiontype: [1], companionad: [space(320, 50)] });
  const childrenOf = (parent: string, at = 0) => {
    const element = new DOMParser().parseFromString(adm, "text/xml").getElementsByTagName(parent)[at]!;
    return Array.from(element.childNodes, ({ nodeName }) => nodeName);
  };
  expect(childrenOf("InLine")).toEqual(["AdSystem", "Error", "Impression", "AdServingId", "AdTitle", "Creatives"]);
  expect(childrenOf("Linear")).toEqual(["Icons", "TrackingEvents", "Duration", "MediaFiles", "VideoClicks"]);
  expect(childrenOf("Creative", 1)).toEqual(["CompanionAds", "UniversalAdId"]);
  expect(childrenOf("Companion")).toEqual(["StaticResource", "AltText", "CompanionClickThrough"]);
});

test("a player of VAST 2 gets no label, no audio mark, and companions in the order of its schema", async () => {
  const adServer = testAdServer([testSnapshot({ creatives: withCompanions })]);
  const { adm } = await bidFor(adServer, { protocols: [2], companiontype: [1], companionad: [space(320, 50)] });
  expect(adm).toContain('<VAST version="2.0">');
  expect(adm).not.toMatch(/adType|<Icons>|UniversalAdId|AltText/);
  expect(adm).toContain("</StaticResource><CompanionClickThrough>");
});

describe("companions", () => {
  const drawn = companion(300, 250, "d", { pictureHash: "f".repeat(40) });
  test.each([
    ["as markup by default", [drawn], {}, /<HTMLResource>/],
    ["as a page in a frame", [drawn], { companiontype: [3] }, /<IFrameResource><!\[CDATA\[[^\]]+\/ad\/d{40}\.html/],
    ["as a drawn picture", [drawn], { companiontype: [1] }, /<StaticResource creativeType="image\/jpeg">.*\/ad\/f{40}/],
  ])("are given %s", async (_, companions, audio, expected) => {
    const adServer = testAdServer([testSnapshot({ creatives: [...spot(), ...companions] })]);
    expect((await bidFor(adServer, { companionad: [space(300, 250)], ...audio })).adm).toMatch(expected);
  });

  test.each([
    ["the player has no space", [drawn], {}],
    ["the space has another size", [drawn], { companionad: [space(320, 50)] }],
    [
      "only pictures are shown and none is drawn",
      [companion(300, 250, "d")],
      { companionad: [space(300, 250)], companiontype: [1] },
    ],
    [
      "its attribute is blocked",
      [companion(300, 250, "d", { attributes: [6] })],
      { companionad: [space(300, 250, { battr: [6] })] },
    ],
    [
      "an image would need a frame",
      [companion(300, 250, "d", { kind: "image" })],
      { companionad: [space(300, 250)], companiontype: [3] },
    ],
  ])("are left out where %s", async (_, companions, audio) => {
    const adServer = testAdServer([testSnapshot({ creatives: [...spot(), ...companions] })]);
    expect((await bidFor(adServer, audio)).adm).not.toContain("<Companion");
  });

  test("are never offered by themselves, and none fills two spaces", async () => {
    const adServer = testAdServer([testSnapshot({ creatives: withCompanions })]);
    const banner = { imp: [{ id: "1", banner: { w: 300, h: 250 } }] };
    expect((await adServer.bid(testRequest(banner))).status).toBe(204);
    const { adm } = await bidFor(adServer, { companionad: [space(300, 250), space(300, 250)] });
    expect(adm.match(/<Companion /g)).toHaveLength(1);
  });

  test("change the creative ID, because exchanges review them with the spot", async () => {
    const without = await bidFor(testAdServer([testSnapshot({ creatives: spot() })]));
    const other = await bidFor(testAdServer([testSnapshot({ creatives: withCompanions })]));
    expect(other.crid).not.toBe(without.crid);
  });

  test("of two requests with different spaces are not mixed up", async () => {
    const adServer = testAdServer([testSnapshot({ creatives: withCompanions })]);
    expect((await bidFor(adServer)).adm).not.toContain("<Companion");
    expect((await bidFor(adServer, { companionad: [space(320, 50)] })).adm).toContain(
      '<Companion width="320" height="50">',
    );
    expect((await bidFor(adServer)).adm).not.toContain("<Companion");
  });
});

describe("a spot of 20 seconds", () => {
  const reasons = async (audio: Record<string, unknown>, seconds?: number) => {
    const adServer = testAdServer([testSnapshot({ creatives: spot(seconds) })]);
    const { body } = await adServer.bid(audioRequest(audio, { test: 1 }));
    return body.ext?.reasons ?? "bid";
  };
  test.each([
    ["the shortest", { minduration: 20 }, "bid"],
    ["too short by a second", { minduration: 21 }, ["no_format"]],
    ["the longest", { maxduration: 20 }, "bid"],
    ["too long by a second", { maxduration: 19 }, ["no_format"]],
    ["one of the required lengths", { rqddurs: [15, 20, 30], minduration: undefined, maxduration: undefined }, "bid"],
    ["none of the required lengths", { rqddurs: [15, 30] }, ["no_format"]],
    ["as long as the pod", { poddur: 20, podid: "1" }, "bid"],
    ["longer than the pod", { poddur: 19, podid: "1" }, ["no_format"]],
    ["in a pod that fits no required length", { rqddurs: [30], poddur: 20 }, ["unsupported_slot"]],
    ["in the lowest bit rate", { minbitrate: 128, maxbitrate: 128 }, "bid"],
    ["above the highest bit rate", { maxbitrate: 63 }, ["no_format"]],
    ["below the lowest bit rate", { minbitrate: 129 }, ["no_format"]],
    ["of a type by another name", { mimes: ["AUDIO/MP3"] }, "bid"],
    ["of another type", { mimes: ["audio/ogg"] }, ["no_format"]],
    ["for a player without VAST", { protocols: [9, 10] }, ["unsupported_slot"]],
    ["for a player of DAAST and VAST", { protocols: [9, 3] }, "bid"],
    ["only streamed", { delivery: [1] }, ["unsupported_slot"]],
    ["downloaded, stitched into a podcast", { delivery: [3], stitched: 1, feed: 3, startdelay: -1, nvol: 3 }, "bid"],
  ])("is accepted or rejected: %s", async (_, audio, expected) => expect(await reasons(audio)).toEqual(expected));

  test("states 20 seconds where it is a little longer", async () => {
    expect(await reasons({ maxduration: 20 }, 20.4)).toBe("bid");
    expect(await reasons({ maxduration: 20 }, 20.6)).toEqual(["no_format"]);
  });

  test("gets only the files that the player takes", async () => {
    const adServer = testAdServer([testSnapshot({ creatives: spot() })]);
    const typesIn = (adm: string) =>
      [...adm.matchAll(/<MediaFile [^>]*type="([^"]+)"[^>]*bitrate="(\d+)"/g)].map(
        ([, type, kbps]) => `${type} ${kbps}`,
      );
    expect(typesIn((await bidFor(adServer, { mimes: ["audio/mpeg"] })).adm)).toEqual(["audio/mpeg 128"]);
    expect(typesIn((await bidFor(adServer, { maxbitrate: 100 })).adm)).toEqual(["audio/mp4 64"]);
    expect(typesIn((await bidFor(adServer)).adm)).toHaveLength(3);
  });

  test("is bought where nothing is viewable, as no player measures it", async () => {
    const adServer = testAdServer([testSnapshot({ creatives: spot() })]);
    const imp = { ...(audioRequest().imp as object[])[0], metric: [{ type: "viewability", value: 0 }] };
    for (let at = 0; at < 60; at++) {
      adServer.clock.advance(60_000);
      const { status, body } = await adServer.bid(audioRequest({}, { id: `r-${at}`, imp: [imp] }));
      if (status === 200) await adServer.call("GET", addressOf(body.seatbid[0].bid[0].adm, "Impression"));
    }
    expect(adServer.events.length).toBeGreaterThan(40);
    expect(await adServer.instance.metrics.registry.metrics()).not.toContain('reason="visibility"');
  });

  test("is not bid on where an ad must show its label, because most players have no screen", async () => {
    const adServer = testAdServer([testSnapshot({ creatives: spot() })]);
    const dsa = { dsarequired: 3, pubrender: 0 };
    const { body } = await adServer.bid(audioRequest({}, { test: 1, regs: { ext: { dsa } } }));
    expect(body.ext.reasons).toEqual(["transparency_not_shown"]);
    const told = await adServer.bid(audioRequest({}, { regs: { ext: { dsa: { dsarequired: 1, pubrender: 1 } } } }));
    expect(told.body.seatbid[0].bid[0]).toMatchObject({ ext: { dsa: { adrender: 0 } } });
  });

  test("is not bid on at exchanges whose allowed formats leave audio out", async () => {
    const exchanges = (formats: ("video" | "audio")[]) => ({ exchanges: [{ name: "sandbox", formats }] });
    const bidOn = async (formats: ("video" | "audio")[]) =>
      (await testAdServer([testSnapshot({ creatives: spot() })], exchanges(formats)).bid(audioRequest())).status;
    expect([await bidOn(["video"]), await bidOn(["video", "audio"])]).toEqual([204, 200]);
  });
});
