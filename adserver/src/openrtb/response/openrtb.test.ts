import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type TestBid, testAdServer, testRequest, testSnapshot } from "../../testing/testing-ad-server.ts";
import { sampleSlotsWithDeals } from "../../testing/testing-bid-requests.ts";
import { isBidResponse } from "../../testing/testing-bid-response.ts";

const slot = { id: "1", banner: { w: 300, h: 250 }, metric: [{ type: "viewability", value: 0.95 }] };

/** The only bid for a request, or the rejection reason in the response to a test request. */
async function offer(changes: Record<string, unknown>, adServer = testAdServer([testSnapshot()])) {
  const { body } = await adServer.bid(testRequest(changes));
  if (body === undefined) {
    const { body: told } = await adServer.bid(testRequest({ ...changes, test: 1 }));
    return told.ext.reasons[0] as string;
  }
  expect(isBidResponse(body)).toBe(true);
  return body.seatbid[0].bid[0];
}

describe("formats", () => {
  const [rectangle] = testSnapshot().creatives;
  const inSize = (format: string, hash: string) => {
    const [width = 0, height = 0] = format.split("x").map(Number);
    return {
      ...rectangle!,
      uuid: `7f0cfb4a-0000-4000-8000-00000000000${hash}`,
      format,
      width,
      height,
      fileHash: hash.repeat(40),
    };
  };
  const creatives = [rectangle!, inSize("320x50", "b"), inSize("320x100", "c"), inSize("800x250", "d")];
  const asked = (...sizes: [w: number, h: number][]) => ({
    imp: [{ ...slot, banner: { w: sizes[0]![0], h: sizes[0]![1], format: sizes.map(([w, h]) => ({ w, h })) } }],
  });

  test("a slot of any size gets the creative of that size, with its size and an ID of its own", async () => {
    const adServer = testAdServer([testSnapshot({ creatives })]);
    const offers: TestBid[] = [];
    for (const size of [
      [300, 250],
      [320, 50],
      [320, 100],
      [800, 250],
    ] as [number, number][]) {
      const bid = await offer(asked(size), adServer);
      expect(bid).toMatchObject({ w: size[0], h: size[1] });
      offers.push(bid as TestBid);
    }
    expect(new Set(offers.map(({ crid }) => crid)).size).toBe(4);
  });

  test("of several sizes one that the campaign has is offered, and none if it has none of them", async () => {
    const adServer = testAdServer([testSnapshot({ creatives })]);
    expect(await offer(asked([300, 50], [320, 50]), adServer)).toMatchObject({ w: 320, h: 50 });
    expect(await offer(asked([300, 50], [468, 60]), adServer)).toBe("no_format");
  });
});

describe("deals", () => {
  const market = (deals: unknown[], isPrivate = 1) => ({
    imp: [{ ...slot, bidfloor: 1, bidfloorcur: "CHF", pmp: { private_auction: isPrivate, deals } }],
  });
  const deal = (changes: Record<string, unknown> = {}) => ({ id: "d-1", bidfloor: 20, bidfloorcur: "CHF", ...changes });

  test("offers an ad under the first deal that matches seat, advertiser and price", async () => {
    expect(await offer(market([deal()]))).toMatchObject({ dealid: "d-1", price: 25 });
    expect(await offer(market([deal({ id: "dear", bidfloor: 26 }), deal({ id: "fair" })]))).toMatchObject({
      dealid: "fair",
    });
    expect(await offer(market([deal({ wseat: ["litfass"], wadomain: ["www.shop.example"] })]))).toMatchObject({
      dealid: "d-1",
    });
    expect(await offer(market([deal({ bidfloor: 24.99, bidfloorcur: "USD" })]))).toMatchObject({ dealid: "d-1" });
  });

  test("a fixed-price deal gets that price, a deal with a floor at least the floor", async () => {
    expect(await offer(market([deal({ at: 3, bidfloor: 18.5 })]))).toMatchObject({ dealid: "d-1", price: 18.5 });
    const adServer = testAdServer([testSnapshot()]);
    adServer.engine.states.get(1)!.pace.priceFactor = 0.6;
    expect(await offer(market([deal({ bidfloor: 21 })]), adServer)).toMatchObject({ dealid: "d-1", price: 21 });
  });

  test("a private auction without a matching deal gets no bid, an open one a bid without a deal", async () => {
    const closed = [
      [],
      [deal({ wseat: ["other"] })],
      [deal({ wadomain: ["other.example"] })],
      [deal({ bidfloor: 30 })],
      [{}],
      ["x"],
    ];
    for (const deals of closed) {
      expect([deals, await offer(market(deals))]).toEqual([deals, "private_auction"]);
      const open = await offer(market(deals, 0));
      expect(open).toMatchObject({ price: 25 });
      expect(open).not.toHaveProperty("dealid");
    }
  });
});

describe("transparency", () => {
  const dsa = { dsarequired: 2, pubrender: 1, datatopub: 2, transparency: [] };
  const asked = { regs: { ext: { dsa } } };

  test("requested transparency names the advertiser, payer and targeting parameters", async () => {
    const told = { behalf: "Shop Ltd", paid: "Shop Ltd", adrender: 1 };
    expect(await offer(asked)).toHaveProperty("ext.dsa", {
      ...told,
      transparency: [{ domain: "ads.example", dsaparams: [2] }],
    });
    expect(await offer({ regs: { dsa } })).toMatchObject({ ext: { dsa: told } });
    const radii = [{ latitude: 47.37, longitude: 8.54, radiusKm: 50 }];
    const chosen = testAdServer([testSnapshot({ advertiserName: "", targeting: { audiences: ["cars"], radii } })]);
    const visitor = {
      device: { ua: testRequest().device.ua, geo: { country: "CHE", lat: 47.37, lon: 8.54 } },
      user: { id: "v", data: [{ segment: [{ id: "cars" }] }] },
    };
    expect(await offer({ ...asked, ...visitor }, chosen)).toMatchObject({
      ext: { dsa: { behalf: "shop.example", transparency: [{ dsaparams: [1, 2, 3] }] } },
    });
  });

  test("transparency is only sent on request; an ad that must render it is a banner or a video with a label", async () => {
    expect(await offer({})).not.toHaveProperty("ext");
    expect(await offer({ regs: { ext: { dsa: { ...dsa, dsarequired: 0, datatopub: 0 } } } })).not.toHaveProperty("ext");
    const onlyWe = { regs: { ext: { dsa: { ...dsa, pubrender: 0 } } } };
    expect(await offer(onlyWe)).toMatchObject({ ext: { dsa: { adrender: 1 } } });
    const older = [{ id: "1", video: { mimes: ["video/mp4"], protocols: [3], w: 640, h: 360 } }];
    expect(await offer({ ...onlyWe, imp: older })).toBe("transparency_not_shown");
  });
});

describe("blocked lists", () => {
  test("categories use one taxonomy; blocked lists in an unknown one cannot be honored", async () => {
    expect(await offer({})).toMatchObject({ cat: ["IAB22"], cattax: 1 });
    expect(await offer({ cattax: 6, bcat: ["IAB25"] })).toMatchObject({ cattax: 1 });
    expect(await offer({ cattax: 6, bcat: ["IAB22"] })).toBe("blocked_category");
    expect(await offer({ cattax: 3, bcat: ["473"] })).toBe("unknown_taxonomy");
    expect(await offer({ cattax: 6 })).toMatchObject({ cattax: 1 });
  });

  test("allowed categories exclude all others", async () => {
    expect(await offer({ acat: ["IAB22"] })).toMatchObject({ price: 25 });
    expect(await offer({ acat: ["IAB1"] })).toBe("blocked_category");
    expect(await offer({ acat: ["IAB22"], bcat: ["IAB22"] })).toBe("blocked_category");
  });

  test("does not offer ads in a language that is not allowed", async () => {
    const german = () => testAdServer([testSnapshot({ language: "de" })]);
    expect(await offer({}, german())).toMatchObject({ price: 25, language: "de" });
    for (const allowed of [{ wlang: ["fr", "de"] }, { wlang: "DE" }, { wlangb: ["fr", "de-CH"] }, { wlang: [] }]) {
      expect(await offer(allowed, german()), JSON.stringify(allowed)).toMatchObject({ price: 25 });
    }
    for (const allowed of [{ wlang: ["fr"] }, { wlangb: ["fr-CH", "en"] }]) {
      expect(await offer(allowed, german()), JSON.stringify(allowed)).toBe("language_not_allowed");
    }
    expect(await offer({ wlang: ["fr"] })).toBe("language_not_allowed");
  });

  test("a campaign published before its language was stored has that of its visitors", async () => {
    const older = () => testAdServer([testSnapshot({ targeting: { languages: ["de"] } })]);
    const device = { language: "de" };
    expect(await offer({ wlang: ["de"], device }, older())).toMatchObject({ language: "de" });
    expect(await offer({ wlang: ["fr"], device }, older())).toBe("language_not_allowed");
  });

  test("does not offer blocked banner types and content types", async () => {
    const [html] = testSnapshot().creatives;
    const image = { ...html!, uuid: "7f0cfb4a-0000-4000-8000-000000000003", kind: "image" as const };
    const asked = (kind: "html" | "image", banner: Record<string, unknown>) =>
      offer(
        { imp: [{ ...slot, banner: { w: 300, h: 250, ...banner } }] },
        testAdServer([testSnapshot({ creatives: [kind === "html" ? html! : image] })]),
      );
    const [pictures, scripts, frames] = [2, 3, 4];
    expect(await asked("html", { btype: [1, pictures] })).toMatchObject({ price: 25 });
    expect(await asked("image", { btype: [frames] })).toHaveProperty("iurl");
    expect(await asked("html", { mimes: ["text/HTML"] })).toMatchObject({ price: 25 });
    expect(await asked("image", { mimes: ["image/png"] })).toHaveProperty("iurl");
    for (const refused of [{ btype: [frames] }, { btype: ["4"] }, { btype: [scripts] }, { mimes: ["image/png"] }])
      expect([refused, await asked("html", refused)]).toEqual([refused, "no_format"]);
    // Even an image has the script that measures it.
    for (const refused of [{ btype: [pictures] }, { btype: [scripts] }, { mimes: ["application/x-flash"] }])
      expect([refused, await asked("image", refused)]).toEqual([refused, "no_format"]);
  });

  test("a secure slot gets no ad over plain HTTP", async () => {
    const imp = [{ ...slot, secure: 1 }];
    const plain = (adsUrl: string) => testAdServer([testSnapshot()], { adsUrl });
    expect(await offer({ imp })).toMatchObject({ price: 25 });
    expect(await offer({ imp }, plain("http://ads.example"))).toBe("unsupported_slot");
    expect(await offer({}, plain("http://ads.example"))).toMatchObject({ price: 25 });
    expect(await offer({ imp }, plain("http://localhost:8081"))).toMatchObject({ price: 25 });
  });

  test("video overlays are not supported", async () => {
    const video = { mimes: ["video/mp4"], protocols: [7], minduration: 5, maxduration: 30 };
    expect(await offer({ imp: [{ id: "1", video: { ...video, linearity: 2 } }] })).toBe("unsupported_slot");
    expect(await offer({ imp: [{ id: "1", video }] })).toBe("no_format");
  });
});

describe("creative attributes", () => {
  const [plain] = testSnapshot().creatives;
  const spoken = { ...plain!, fileHash: "b".repeat(40), attributes: [1, 6] };
  const adm = expect.stringContaining(plain!.fileHash);
  const refusing = (battr: unknown) => ({ imp: [{ ...slot, banner: { w: 300, h: 250, battr } }] });
  const adServerOf = (...creatives: (typeof spoken | typeof plain)[]) =>
    testAdServer([testSnapshot({ creatives: creatives.map((creative) => creative!) })]);

  test("are sent with the bid, and a creative with a blocked attribute is not offered", async () => {
    expect(await offer(refusing([3, 8]), adServerOf(spoken))).toMatchObject({ attr: [1, 6] });
    expect(await offer(refusing(["6"]), adServerOf(spoken))).toBe("blocked_attribute");
    for (let i = 0; i < 10; i++) {
      expect(await offer(refusing([1]), adServerOf(spoken, plain))).toMatchObject({ adm });
    }
    expect(await offer(refusing([1, 6]))).not.toHaveProperty("attr");
    expect(await offer({ imp: [{ ...slot, banner: { w: 1, h: 1, battr: [1] } }] }, adServerOf(spoken))).toBe(
      "no_format",
    );
  });
});

describe("player limits", () => {
  const film = { width: 640, height: 360, format: "640x360", kind: "video" as const };
  const rendition = { ...testSnapshot().creatives[0]!, ...film, durationSeconds: 15.02, bitrateKbps: 900 };
  const adServer = () => testAdServer([testSnapshot({ creatives: [rendition] })]);
  const asked = (video: Record<string, unknown>) =>
    offer({ imp: [{ id: "1", metric: slot.metric, video: { mimes: ["video/mp4"], ...video } }] }, adServer());

  test("a video's duration counts in whole seconds, as in VAST", async () => {
    const bid = await asked({ minduration: 5, maxduration: 15 });
    const adm = expect.stringContaining("<Duration>00:00:15</Duration>");
    expect(bid).toMatchObject({ mtype: 2, protocol: 13, dur: 15, adm });
    expect(await asked({ maxduration: 14 })).toBe("no_format");
  });

  test("exact durations override a range; the bit rate must fit if both are known", async () => {
    expect(await asked({ rqddurs: [15, 30] })).toMatchObject({ dur: 15 });
    expect(await asked({ rqddurs: [20, 30], maxduration: 60 })).toBe("no_format");
    expect(await asked({ minbitrate: 300, maxbitrate: 1500 })).toHaveProperty("adm");
    expect(await asked({ maxbitrate: 900 })).toMatchObject({ adm: expect.stringContaining(' bitrate="900" ') });
    expect(await asked({ maxbitrate: 800 })).toBe("no_format");
    expect(await asked({ minbitrate: 1000 })).toBe("no_format");
  });

  test("offers only the renditions that a player accepts", async () => {
    const renditions = [900, 400, 200].map((bitrateKbps) => ({ ...rendition, bitrateKbps }));
    const films = testAdServer([testSnapshot({ creatives: renditions })]);
    const offered = async (video: Record<string, unknown>): Promise<string[]> => {
      films.clock.advance(60_000);
      const metric = [{ type: "viewability", value: 1 }];
      const imp = [{ id: "1", metric, video: { mimes: ["video/mp4"], ...video } }];
      const { body } = await films.bid(testRequest({ imp }));
      return [...body.seatbid[0].bid[0].adm.matchAll(/ bitrate="(\d+)"/g)].map((found: RegExpMatchArray) => found[1]!);
    };
    expect(await offered({})).toEqual(["900", "400", "200"]);
    expect(await offered({ maxbitrate: 400 })).toEqual(["400", "200"]);
    expect(await offered({ minbitrate: 300 })).toEqual(["900", "400"]);
    expect(await offered({})).toEqual(["900", "400", "200"]);
  });

  test("no video is longer than its pod", async () => {
    expect(await asked({ poddur: 15 })).toMatchObject({ dur: 15 });
    expect(await asked({ poddur: 14, maxduration: 30 })).toBe("no_format");
    expect(await asked({ poddur: 60, maxduration: 14 })).toBe("no_format");
    expect(await asked({ poddur: 60, rqddurs: [15, 30] })).toMatchObject({ dur: 15 });
    expect(await asked({ poddur: 14, rqddurs: [15] })).toBe("unsupported_slot");
  });

  test("does not offer a video with a blocked content type", async () => {
    const spoken = testAdServer([testSnapshot({ creatives: [{ ...rendition, attributes: [1] }] })]);
    const video = { mimes: ["video/mp4"], battr: [1] };
    expect(await offer({ imp: [{ id: "1", metric: slot.metric, video }] }, spoken)).toBe("blocked_attribute");
    expect(await asked({ battr: [1] })).toHaveProperty("adm");
  });
});

describe("slots for more than one kind of ad", () => {
  const video = { mimes: ["video/mp4"], protocols: [7], minduration: 5, maxduration: 30 };
  const film = { format: "640x360", width: 640, height: 360, kind: "video" as const, durationSeconds: 15 };
  const banner = testSnapshot();
  const filmed = testSnapshot({ campaignId: 2, creatives: [{ ...banner.creatives[0]!, ...film }] });
  const typesOf = async (imp: Record<string, unknown>, campaigns = [banner, filmed]) => {
    const server = testAdServer(campaigns);
    const { body } = await server.bid(testRequest({ imp: [{ ...slot, ...imp }] }));
    expect(body === undefined || isBidResponse(body)).toBe(true);
    const bids: { impid: string; mtype: number }[] = body?.seatbid[0].bid ?? [];
    expect(bids.every(({ impid }) => impid === slot.id)).toBe(true);
    return bids.map(({ mtype }) => mtype);
  };

  test("a slot for banner and video gets either or both", async () => {
    expect(await typesOf({ video })).toEqual([1, 2]);
    expect(await typesOf({ video }, [banner])).toEqual([1]);
    expect(await typesOf({ video }, [filmed])).toEqual([2]);
    expect(await typesOf({ banner: { w: 1, h: 1 }, video })).toEqual([2]);
  });

  test("charges the shown one of two bids for a slot once", async () => {
    const adServer = testAdServer([banner, filmed]);
    const { body } = await adServer.bid(testRequest({ imp: [{ ...slot, video }] }));
    const [lost, won] = body.seatbid[0].bid;
    await adServer.call("GET", lost.lurl);
    for (const address of [won!.nurl, won!.burl, won!.burl]) await adServer.call("GET", address);
    await adServer.countHeld();
    const charged = adServer.events.filter(({ charge_micros }) => charge_micros > 0);
    expect(charged).toMatchObject([{ kind: "impression", campaign_id: 2, charge_micros: 25_000 }]);
  });

  test("streaming-only players get no progressive video", async () => {
    const asked = (delivery: number[]) => typesOf({ banner: undefined, video: { ...video, delivery } });
    expect(await asked([1])).toEqual([]);
    expect(await asked([1, 2])).toEqual([2]);
  });
});

test("floors and bids are converted with the operator's rates", async () => {
  const adServer = testAdServer([testSnapshot()]);
  adServer.engine.rates = { asOfOn: "2026-02-28", perFranc: { CHF: 1, EUR: 1.08, USD: 1.3 } };
  const imp = (bidfloor: number, bidfloorcur: string) => ({ imp: [{ ...slot, bidfloor, bidfloorcur }] });
  expect(await offer({ cur: ["USD"], ...imp(27, "EUR") }, adServer)).toMatchObject({ price: 32.5 });
  expect(await offer({ cur: ["USD"], ...imp(27.01, "EUR") }, adServer)).toBe("below_floor");
  expect(await offer({ cur: ["GBP"] }, adServer)).toBe("unsupported_currency");
  expect(await offer({ ...imp(1, "GBP") }, adServer)).toBe("unsupported_currency");
  // Rates change while the process runs.
  const exposed = async () => adServer.instance.metrics.registry.metrics();
  const today = adServer.clock.now().getTime();
  const dayOf = (ageDays: number) => new Date(today - ageDays * 86_400_000).toISOString().slice(0, 10);
  for (const age of [9, 2]) {
    adServer.engine.rates = { ...adServer.engine.rates, asOfOn: dayOf(age) };
    expect(await exposed()).toContain(`litfass_currency_rates_age_days ${age}\n`);
  }
});

describe("compressed bodies", () => {
  const send = async (body: Buffer, encoding = "gzip") => {
    const adServer = testAdServer([testSnapshot()]);
    const headers = { "content-encoding": encoding };
    return (await adServer.call("POST", "/openrtb2/sandbox/bid", { body, headers })).status;
  };

  test("reads gzip; rejects broken, unsupported or too large bodies", async () => {
    const packed = gzipSync(JSON.stringify(testRequest()));
    for (const name of ["gzip", "GZIP", "x-gzip"]) expect(await send(packed, name)).toBe(200);
    expect(await send(packed.subarray(0, packed.length - 12))).toBe(400);
    expect(await send(Buffer.from(JSON.stringify(testRequest())))).toBe(400);
    expect(await send(gzipSync(Buffer.alloc(50_000_000, 32)))).toBe(400);
  });

  test("reads deflate in zlib and raw format; rejects broken or too large bodies", async () => {
    const json = JSON.stringify(testRequest());
    for (const packed of [deflateSync(json), deflateRawSync(json)]) {
      for (const name of ["deflate", "Deflate"]) expect(await send(packed, name)).toBe(200);
      expect(await send(packed.subarray(0, packed.length - 12), "deflate")).toBe(400);
    }
    for (const pack of [deflateSync, deflateRawSync]) {
      expect(await send(pack(Buffer.alloc(50_000_000, 32)), "deflate")).toBe(400);
    }
    expect(await send(Buffer.from(json), "deflate")).toBe(400);
    expect(await send(Buffer.alloc(0), "deflate")).toBe(400);
  });
});

test("echoes identifiers completely, or does not bid", async () => {
  const adServer = testAdServer([testSnapshot()]);
  const answerTo = async (id: string, impId: string, dealId: string) => {
    const imp = { ...slot, id: impId, pmp: { deals: [{ id: dealId }] } };
    return (await adServer.bid(testRequest({ id, imp: [imp] }))).body;
  };
  const [id, impId, dealId] = ["r".repeat(256), "i".repeat(128), "d".repeat(256)];
  const whole = await answerTo(id, impId, dealId);
  expect([whole.id, whole.seatbid[0].bid[0].impid, whole.seatbid[0].bid[0].dealid]).toEqual([id, impId, dealId]);
  expect(await answerTo(`${id}r`, impId, dealId)).toBeUndefined();
  expect(await answerTo(id, `${impId}i`, dealId)).toBeUndefined();
  expect((await answerTo(id, impId, `${dealId}d`)).seatbid[0].bid[0]).not.toHaveProperty("dealid");
  expect((await adServer.bid(testRequest({ id: `${id}r`, test: 1 }))).status).toBe(204);
});

test("no-bid reasons use OpenRTB's codes where available", async () => {
  const told = async (changes: Record<string, unknown>) => {
    const adServer = testAdServer([testSnapshot()]);
    return (await adServer.bid(testRequest({ ...changes, test: 1 }))).body.nbr;
  };
  expect(await told({ imp: 5 })).toBe(2);
  expect(await told({ device: { ua: "Googlebot/2.1" } })).toBe(3);
  expect(await told({ tmax: 5 })).toBe(15);
  expect(await told({ wseat: ["other"] })).toBe(0);
  const capped = testAdServer([testSnapshot({ strategy: "awareness" })]);
  for (let i = 0; i < 8; i++)
    capped.engine.frequency.noteImpression(1, capped.instance.keys.ofRequest({ id: "visitor-1" }, {}, "sandbox"));
  expect((await capped.bid(testRequest({ test: 1 }))).body.nbr).toBe(9);
});

test.each([
  [{ ip: "203.0.113.9" }, 5],
  [{ ipv6: "2a00::9" }, 5],
  [{ ip: "203.0.113.8" }, undefined],
])("a request from %j gets no bid if the address is a data center's", async (device, nbr) => {
  const isDataCentre = (ip: string): boolean => ["203.0.113.9", "2a00::9"].includes(ip);
  const adServer = testAdServer([testSnapshot()], { isDataCentre });
  expect((await adServer.bid(testRequest({ device, test: 1 }))).body.nbr).toBe(nbr);
});

test("an app's own agent gets a bid in the app, and none on a site", async () => {
  const app = { bundle: "ch.example.radio", name: "Radio" };
  const reasonsOf = async (changes: object) =>
    (await testAdServer([testSnapshot()]).bid(testRequest({ ...changes, test: 1 }))).body.ext?.reasons;
  const device = { ua: "okhttp/4.9.0" };
  expect(await reasonsOf({ device, app, site: undefined })).toBeUndefined();
  expect(await reasonsOf({ device })).toEqual(["bot"]);
  expect(await reasonsOf({ device: { ua: "Googlebot/2.1" }, app, site: undefined })).toEqual(["bot"]);
});

test.each(sampleSlotsWithDeals)("a slot of a private auction gets a bid under its own deal", async ({ pmp }) => {
  const named = pmp!.deals.map(({ id }) => id);
  const answer = await offer({ imp: [{ ...slot, pmp: { ...pmp, private_auction: 1 } }] });
  expect(answer).toMatchObject({ dealid: expect.any(String) });
  expect(named).toContain((answer as TestBid).dealid);
});
