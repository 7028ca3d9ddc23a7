import { describe, expect, test } from "vitest";
import {
  addressesOf,
  someAgent,
  type TestAdServer,
  testAdServer,
  testRequest,
  testSnapshot,
} from "../../testing/testing-ad-server.ts";

async function win(adServer: TestAdServer, changes: Record<string, unknown> = {}) {
  const { body } = await adServer.bid(testRequest(changes));
  const bid = body.seatbid[0].bid[0];
  return { ...bid, ...addressesOf(bid.adm) };
}

const countOf = (adServer: TestAdServer, kind: string) =>
  adServer.events.filter((event) => event.kind === kind && event.invalid === "").length;

describe("impressions", () => {
  test("pixel and billing notice of one ad are charged once in any order; the win notice never", async () => {
    const adServer = testAdServer([testSnapshot()]);
    for (const order of [
      ["impression", "burl"],
      ["burl", "impression"],
    ] as const) {
      const ad = await win(adServer);
      await adServer.call("GET", ad.nurl);
      expect(adServer.engine.leases.current.get(1)!.consumedMicros % 50_000).toBe(
        order[0] === "impression" ? 0 : 25_000,
      );
      for (const address of order) expect((await adServer.call("GET", ad[address])).status).toBeLessThan(300);
    }
    expect(countOf(adServer, "impression")).toBe(2);
    expect(adServer.events.filter((event) => event.kind === "impression")).toMatchObject([
      {
        charge_micros: 25_000,
        lease_id: "lease-1",
        site: "news.example",
        country: "CH",
        city: "Zürich",
        device: "computer",
      },
      { charge_micros: 25_000, lease_id: "lease-1" },
    ]);
    expect(adServer.engine.leases.current.get(1)!.consumedMicros).toBe(50_000);
  });

  test("a second pixel is a duplicate: recorded, not charged", async () => {
    const adServer = testAdServer([testSnapshot()]);
    const ad = await win(adServer);
    for (let i = 0; i < 3; i++) await adServer.call("GET", ad.impression);
    expect(adServer.events.map(({ kind, invalid, charge_micros }) => [kind, invalid, charge_micros])).toEqual([
      ["impression", "", 25_000],
      ["impression", "duplicate", 0],
    ]);
  });

  test.each([
    ["bot", { "user-agent": "curl/8.0" }],
    ["bot", {}],
  ])(
    "records an impression of a %s without a charge, including the billing notice after it",
    async (reason, headers) => {
      const adServer = testAdServer([testSnapshot()]);
      const ad = await win(adServer);
      await adServer.call("GET", ad.impression, { headers });
      await adServer.call("GET", ad.burl, { headers: {} });
      expect(adServer.events).toMatchObject([{ kind: "impression", invalid: reason, charge_micros: 0 }]);
      expect(adServer.engine.leases.current.get(1)!.consumedMicros).toBe(0);
    },
  );

  test("charges a prefetched page when it is opened, a data center never", async () => {
    const adServer = testAdServer([testSnapshot()], { isDataCentre: (ip) => ip === "203.0.113.9" });
    const ad = await win(adServer);
    await adServer.call("GET", ad.impression, {
      headers: { "user-agent": someAgent, "sec-purpose": "prefetch;prerender" },
    });
    await adServer.call("GET", ad.impression);
    const other = await win(adServer);
    await adServer.call("GET", other.impression, { ip: "203.0.113.9" });
    expect(adServer.events.map((event) => event.invalid)).toEqual(["prefetch", "", "data_centre"]);
    expect(adServer.engine.leases.current.get(1)!.consumedMicros).toBe(25_000);
  });

  test("records inhuman rates without a charge", async () => {
    const adServer = testAdServer([testSnapshot({ budgetMicros: "50000000000" })]);
    const ads = [];
    while (ads.length < 125) {
      adServer.clock.advance(1_000);
      const { status, body } = await adServer.bid(testRequest());
      if (status === 200) ads.push(addressesOf(body.seatbid[0].bid[0].adm));
    }
    for (const ad of ads) await adServer.call("GET", ad.impression);
    const invalid = () => adServer.events.filter((event) => event.invalid === "impossible_rate");
    expect([countOf(adServer, "impression"), invalid().length]).toEqual([120, 5]);
    expect(adServer.engine.leases.current.get(1)!.consumedMicros).toBe(120 * 25_000);
    const refused = await adServer.bid(testRequest({ test: 1 }));
    expect(refused.body).toMatchObject({ nbr: 4, ext: { reasons: ["impossible_rate"] } });
    for (const ad of ads.slice(0, 30)) await adServer.call("GET", ad.click);
    expect([countOf(adServer, "click"), invalid().length]).toEqual([20, 15]);
    adServer.clock.advance(60_000);
    await adServer.call("GET", ads[40]!.click);
    expect(countOf(adServer, "click")).toBe(21);
  });

  test("late impressions, those beyond the lease and those from before a restart are free", async () => {
    const adServer = testAdServer([testSnapshot()]);
    const late = await win(adServer);
    adServer.clock.advance(601_000);
    await adServer.call("GET", late.impression);
    const unpaid = await win(adServer);
    adServer.engine.leases.current.get(1)!.grantedMicros = 0;
    await adServer.call("GET", unpaid.impression);
    adServer.instance.counting.knowsSinceMs = adServer.clock.now().getTime() + 1;
    const forgotten = unpaid.impression.replace("impression", "impression");
    adServer.engine.leases.current.get(1)!.grantedMicros = 1e9;
    adServer.instance.counting.seen.unset(`sandbox ${unpaid.id}`, "pixel");
    await adServer.call("GET", forgotten);
    expect(adServer.events.every((event) => event.charge_micros === 0)).toBe(true);
    expect(adServer.engine.leases.current.get(1)!.consumedMicros).toBe(0);
  });

  test("an event that cannot be saved is not charged and may be retried", async () => {
    let isBroken = true;
    const adServer = testAdServer([testSnapshot()], {
      append: async () => {
        if (isBroken) throw new Error("disk full");
      },
    });
    const ad = await win(adServer);
    await expect(adServer.call("GET", ad.impression)).rejects.toThrow("disk full");
    expect(adServer.engine.leases.current.get(1)!.consumedMicros).toBe(0);
    isBroken = false;
    await adServer.call("GET", ad.impression);
    expect(adServer.engine.leases.current.get(1)!.consumedMicros).toBe(25_000);
  });

  test("answers an ad quality scan (AUDIT macros) without counting or charging it", async () => {
    const adServer = testAdServer([testSnapshot()]);
    const ad = await win(adServer);
    const filled = (address: string, value: string) => address.replace(/\$\{AUCTION_[A-Z]+\}/, value);
    const addresses = [ad.impression, ad.burl, ad.nurl, ad.lurl];
    for (const address of addresses) {
      expect(address).toMatch(/=\$\{AUCTION_(ID|PRICE|LOSS)\}$/);
      expect((await adServer.call("GET", filled(address, "AUDIT"))).status).toBeLessThan(300);
    }
    expect(adServer.events).toEqual([]);
    expect(adServer.engine.leases.current.get(1)!.consumedMicros).toBe(0);
    await adServer.call("GET", filled(ad.impression, "auction-AUDIT"));
    await adServer.call("GET", filled(ad.burl, "25"));
    expect(adServer.events).toMatchObject([
      { kind: "impression", invalid: "", charge_micros: 25_000 },
      { kind: "cost", media_cost_micros: 25_000 },
    ]);
  });

  test("rejects unsigned and modified URLs", async () => {
    const adServer = testAdServer([testSnapshot()]);
    const ad = await win(adServer);
    const altered = ad.impression.replace(/t=(.)/, (_: string, first: string) => `t=${first === "A" ? "B" : "A"}`);
    for (const address of [
      altered,
      "/t/impression",
      "/t/impression?t=x.y",
      "/c?t=",
      `${ad.click}x`,
      "/bill?t=a",
      "/win",
    ]) {
      expect((await adServer.call("GET", address)).status, address).toBe(403);
    }
    expect(adServer.events).toEqual([]);
  });

  test("viewable counts once and only after its impression", async () => {
    const adServer = testAdServer([testSnapshot()]);
    const ad = await win(adServer);
    await adServer.call("GET", ad.viewable);
    expect(adServer.events).toEqual([]);
    await adServer.call("GET", ad.impression);
    await adServer.call("GET", ad.viewable);
    await adServer.call("GET", ad.viewable);
    expect(countOf(adServer, "viewable")).toBe(1);
    expect(adServer.engine.states.get(1)!.viewability).toMatchObject({ impressions: 1, viewable: 1 });
  });

  test("measured counts once, only for a counted impression", async () => {
    const adServer = testAdServer([testSnapshot()]);
    const ad = await win(adServer);
    await adServer.call("GET", ad.measured);
    expect(adServer.events).toEqual([]);
    await adServer.call("GET", ad.impression);
    for (let again = 0; again < 3; again++) await adServer.call("GET", ad.measured);
    expect(adServer.events.map(({ kind, charge_micros }) => [kind, charge_micros > 0])).toEqual([
      ["impression", true],
      ["measured", false],
    ]);
    const [[, counts] = []] = [...adServer.engine.viewabilityChanges.campaigns];
    expect(counts).toMatchObject({ impressions: 1, measured: 1, viewable: 0 });
    const bot = await win(adServer);
    await adServer.call("GET", bot.impression, { headers: { "user-agent": "Googlebot/2.1" } });
    await adServer.call("GET", bot.measured);
    expect(countOf(adServer, "measured")).toBe(1);
  });

  test("a viewable impression was measured: both count once, in either order and after a failed write", async () => {
    for (const order of [["viewable", "measured"], ["measured", "viewable"], ["viewable"]] as const) {
      const adServer = testAdServer([testSnapshot()]);
      const ad = await win(adServer);
      await adServer.call("GET", ad.impression);
      const { append } = adServer.instance.counting;
      adServer.instance.counting.append = () => Promise.reject(new Error("The disk is full"));
      await expect(adServer.call("GET", ad[order[0]])).rejects.toThrow("disk");
      adServer.instance.counting.append = append;
      for (const kind of [...order, ...order]) await adServer.call("GET", ad[kind]);
      expect([countOf(adServer, "measured"), countOf(adServer, "viewable")]).toEqual([1, 1]);
    }
  });
});

describe("clicks", () => {
  test("[CLAIM-008] a click on a served banner is counted and redirected with UTM parameters", async () => {
    const adServer = testAdServer([testSnapshot()]);
    const ad = await win(adServer);
    await adServer.call("GET", ad.impression);
    const { status, headers } = await adServer.call("GET", ad.click);
    expect(status).toBe(302);
    expect(headers.location).toBe(
      "https://shop.example/sale?utm_source=litfass&utm_medium=display&utm_campaign=1-spring-sale" +
        `&utm_content=${testSnapshot().creatives[0]!.uuid}`,
    );
    await adServer.call("GET", ad.click);
    expect(countOf(adServer, "click")).toBe(1);
    expect(adServer.events.filter((event) => event.invalid === "duplicate")).toHaveLength(1);
  });

  test("redirects a click without an impression but does not count it", async () => {
    const adServer = testAdServer([testSnapshot()]);
    const ad = await win(adServer);
    expect((await adServer.call("GET", ad.click)).status).toBe(302);
    expect(adServer.events).toMatchObject([{ kind: "click", invalid: "no_impression" }]);
  });

  test("the ad of a withdrawn campaign still leads to its destination", async () => {
    const snapshot = testSnapshot({ destinationUrl: "https://old.example/" });
    const adServer = testAdServer([testSnapshot()], { findSnapshot: async () => snapshot });
    const ad = await win(adServer);
    adServer.engine.index.ordinals.delete(1);
    expect((await adServer.call("GET", ad.click)).headers.location).toMatch(/^https:\/\/old\.example\/\?utm_source/);
  });

  test("a file with its own destination leads there, and a URL cannot change it", async () => {
    const plainCreative = testSnapshot().creatives[0]!;
    const [own, other] = ["a".repeat(40), "b".repeat(40)];
    const adServer = testAdServer([
      testSnapshot({
        destinationUrl: "https://shop.example/",
        creatives: [
          { ...plainCreative, fileHash: own, destinationUrl: "https://shop.example/zopf" },
          { ...plainCreative, fileHash: other },
        ],
      }),
    ]);
    const ad = await win(adServer);
    const locationOf = async (end: string) => (await adServer.call("GET", `${ad.click}${end}`)).headers.location;
    expect(await locationOf(`&f=${own}`)).toMatch(/^https:\/\/shop\.example\/zopf\?utm_source/);
    for (const end of ["", `&f=${other}`, "&f=https://elsewhere.example/"])
      expect(await locationOf(end)).toMatch(/^https:\/\/shop\.example\/\?utm_source/);
  });
});

describe("banner documents", () => {
  test("the click URL replaces clickTag and cannot break out of its string", async () => {
    const adServer = testAdServer([testSnapshot()]);
    const hash = "a".repeat(40);
    const stored = `<!doctype html><html><head><script>var clickTag = "__LITFASS_CLICK_TAG__";</script></head></html>`;
    adServer.files.set(hash, { contentType: "text/html", body: Buffer.from(stored) });
    const ad = await win(adServer);
    const frame = /<iframe src="([^"]+)"[^>]*sandbox="([^"]+)"/.exec(ad.adm)!;
    expect(frame[2]).toBe("allow-scripts allow-popups allow-popups-to-escape-sandbox");
    const document = await adServer.call("GET", frame[1]!);
    expect(String(document.body)).toContain(`var clickTag = "${ad.click}&f=${hash}";`);
    expect(document.headers["content-security-policy"]).toMatch(/^sandbox allow-scripts/);
    const forged = await adServer.call("GET", `/ad/${hash}.html?click=%22;alert(1)//`);
    expect(String(forged.body)).toContain(`var clickTag = "";`);
    expect((await adServer.call("GET", `/ad/${"b".repeat(40)}.html`)).status).toBe(404);
    expect((await adServer.call("GET", "/ad/../secrets")).status).toBe(404);
  });

  test("videos are served in ranges", async () => {
    const adServer = testAdServer([testSnapshot()]);
    const hash = "c".repeat(40);
    adServer.files.set(hash, { contentType: "video/mp4", body: Buffer.from("0123456789") });
    const part = await adServer.call("GET", `/ad/${hash}.mp4`, { headers: { range: "bytes=2-4" } });
    expect([part.status, String(part.body), part.headers["content-range"]]).toEqual([206, "234", "bytes 2-4/10"]);
    expect((await adServer.call("GET", `/ad/${hash}.mp4`, { headers: { range: "bytes=20-" } })).status).toBe(416);
  });
});
