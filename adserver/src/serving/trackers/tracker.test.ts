import { describe, expect, test } from "vitest";
import {
  addressesOf,
  someAgent,
  type TestDelivery,
  testDelivery,
  testRequest,
  testSnapshot,
} from "../../testing/testing-ad-server.ts";

async function win(house: TestDelivery, changes: Record<string, unknown> = {}) {
  const { body } = await house.bid(testRequest(changes));
  const bid = body.seatbid[0].bid[0];
  return { ...bid, ...addressesOf(bid.adm) };
}

const countOf = (house: TestDelivery, kind: string) =>
  house.events.filter((event) => event.kind === kind && event.invalid === "").length;

describe("impressions", () => {
  test("pixel and billing notice of one ad are charged once, whichever comes first; the win notice never", async () => {
    const house = testDelivery([testSnapshot()]);
    for (const order of [
      ["impression", "burl"],
      ["burl", "impression"],
    ] as const) {
      const ad = await win(house);
      await house.call("GET", ad.nurl);
      expect(house.engine.leases.current.get(1)!.consumedMicros % 50_000).toBe(order[0] === "impression" ? 0 : 25_000);
      for (const address of order) expect((await house.call("GET", ad[address])).status).toBeLessThan(300);
    }
    expect(countOf(house, "impression")).toBe(2);
    expect(house.events.filter((event) => event.kind === "impression")).toMatchObject([
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
    expect(house.engine.leases.current.get(1)!.consumedMicros).toBe(50_000);
  });

  test("a second pixel is a duplicate: written down, not charged", async () => {
    const house = testDelivery([testSnapshot()]);
    const ad = await win(house);
    for (let i = 0; i < 3; i++) await house.call("GET", ad.impression);
    expect(house.events.map(({ kind, invalid, charge_micros }) => [kind, invalid, charge_micros])).toEqual([
      ["impression", "", 25_000],
      ["impression", "duplicate", 0],
    ]);
  });

  test.each([
    ["bot", { "user-agent": "curl/8.0" }],
    ["bot", {}],
  ])(
    "an impression of a %s is written down and not charged, nor by the billing notice after it",
    async (reason, headers) => {
      const house = testDelivery([testSnapshot()]);
      const ad = await win(house);
      await house.call("GET", ad.impression, { headers });
      await house.call("GET", ad.burl, { headers: {} });
      expect(house.events).toMatchObject([{ kind: "impression", invalid: reason, charge_micros: 0 }]);
      expect(house.engine.leases.current.get(1)!.consumedMicros).toBe(0);
    },
  );

  test("a prefetched page is not charged until it is opened; an address of a data centre never", async () => {
    const house = testDelivery([testSnapshot()], { isDataCentre: (ip) => ip === "203.0.113.9" });
    const ad = await win(house);
    await house.call("GET", ad.impression, {
      headers: { "user-agent": someAgent, "sec-purpose": "prefetch;prerender" },
    });
    await house.call("GET", ad.impression);
    const other = await win(house);
    await house.call("GET", other.impression, { ip: "203.0.113.9" });
    expect(house.events.map((event) => event.invalid)).toEqual(["prefetch", "", "data_centre"]);
    expect(house.engine.leases.current.get(1)!.consumedMicros).toBe(25_000);
  });

  test("what no person can see or click in a minute is written down and not charged", async () => {
    const house = testDelivery([testSnapshot({ budgetMicros: "50000000000" })]);
    const ads = [];
    while (ads.length < 125) {
      house.clock.advance(1_000);
      const { status, body } = await house.bid(testRequest());
      if (status === 200) ads.push(addressesOf(body.seatbid[0].bid[0].adm));
    }
    for (const ad of ads) await house.call("GET", ad.impression);
    const invalid = () => house.events.filter((event) => event.invalid === "impossible_rate");
    expect([countOf(house, "impression"), invalid().length]).toEqual([120, 5]);
    expect(house.engine.leases.current.get(1)!.consumedMicros).toBe(120 * 25_000);
    for (const ad of ads.slice(0, 30)) await house.call("GET", ad.click);
    expect([countOf(house, "click"), invalid().length]).toEqual([20, 15]);
    house.clock.advance(60_000);
    await house.call("GET", ads[40]!.click);
    expect(countOf(house, "click")).toBe(21);
  });

  test("late impressions, those beyond the lease and those from before a restart cost the customer nothing", async () => {
    const house = testDelivery([testSnapshot()]);
    const late = await win(house);
    house.clock.advance(601_000);
    await house.call("GET", late.impression);
    const unpaid = await win(house);
    house.engine.leases.current.get(1)!.grantedMicros = 0;
    await house.call("GET", unpaid.impression);
    house.delivery.counting.rememberedSinceMs = house.clock.now().getTime() + 1;
    const forgotten = unpaid.impression.replace("impression", "impression");
    house.engine.leases.current.get(1)!.grantedMicros = 1e9;
    house.delivery.counting.seen.unset(`sandbox ${unpaid.id}`, "pixel");
    await house.call("GET", forgotten);
    expect(house.events.every((event) => event.charge_micros === 0)).toBe(true);
    expect(house.engine.leases.current.get(1)!.consumedMicros).toBe(0);
  });

  test("what cannot be written down is not charged and may come again", async () => {
    let isBroken = true;
    const house = testDelivery([testSnapshot()], {
      append: async () => {
        if (isBroken) throw new Error("disk full");
      },
    });
    const ad = await win(house);
    await expect(house.call("GET", ad.impression)).rejects.toThrow("disk full");
    expect(house.engine.leases.current.get(1)!.consumedMicros).toBe(0);
    isBroken = false;
    await house.call("GET", ad.impression);
    expect(house.engine.leases.current.get(1)!.consumedMicros).toBe(25_000);
  });

  test("a look at the ad's quality, which fills every macro with AUDIT, is answered and neither counted nor charged", async () => {
    const house = testDelivery([testSnapshot()]);
    const ad = await win(house);
    const filled = (address: string, value: string) => address.replace(/\$\{AUCTION_[A-Z]+\}/, value);
    const addresses = [ad.impression, ad.burl, ad.nurl, ad.lurl];
    for (const address of addresses) {
      expect(address).toMatch(/=\$\{AUCTION_(ID|PRICE|LOSS)\}$/);
      expect((await house.call("GET", filled(address, "AUDIT"))).status).toBeLessThan(300);
    }
    expect(house.events).toEqual([]);
    expect(house.engine.leases.current.get(1)!.consumedMicros).toBe(0);
    await house.call("GET", filled(ad.impression, "auction-AUDIT"));
    await house.call("GET", filled(ad.burl, "25"));
    expect(house.events).toMatchObject([{ kind: "impression", invalid: "", charge_micros: 25_000 }]);
  });

  test("unsigned and altered addresses are refused", async () => {
    const house = testDelivery([testSnapshot()]);
    const ad = await win(house);
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
      expect((await house.call("GET", address)).status, address).toBe(403);
    }
    expect(house.events).toEqual([]);
  });

  test("viewable counts once and only after its impression", async () => {
    const house = testDelivery([testSnapshot()]);
    const ad = await win(house);
    await house.call("GET", ad.viewable);
    expect(house.events).toEqual([]);
    await house.call("GET", ad.impression);
    await house.call("GET", ad.viewable);
    await house.call("GET", ad.viewable);
    expect(countOf(house, "viewable")).toBe(1);
    expect(house.engine.states.get(1)!.visibility).toMatchObject({ impressions: 1, viewable: 1 });
  });
});

describe("clicks", () => {
  test("[CLAIM-008] a click on a served banner is counted and sent on to the destination with UTM parameters", async () => {
    const house = testDelivery([testSnapshot()]);
    const ad = await win(house);
    await house.call("GET", ad.impression);
    const { status, headers } = await house.call("GET", ad.click);
    expect(status).toBe(302);
    expect(headers.location).toBe(
      "https://shop.example/sale?utm_source=litfass&utm_medium=display&utm_campaign=1-spring-sale" +
        `&utm_content=${ad.crid}`,
    );
    await house.call("GET", ad.click);
    expect(countOf(house, "click")).toBe(1);
    expect(house.events.filter((event) => event.invalid === "duplicate")).toHaveLength(1);
  });

  test("a click without an impression is not counted, but the visitor arrives", async () => {
    const house = testDelivery([testSnapshot()]);
    const ad = await win(house);
    expect((await house.call("GET", ad.click)).status).toBe(302);
    expect(house.events).toMatchObject([{ kind: "click", invalid: "no_impression" }]);
  });

  test("the ad of a withdrawn campaign still leads to its destination", async () => {
    const snapshot = testSnapshot({ destinationUrl: "https://old.example/" });
    const house = testDelivery([testSnapshot()], { findSnapshot: async () => snapshot });
    const ad = await win(house);
    house.engine.index.ordinals.delete(1);
    expect((await house.call("GET", ad.click)).headers.location).toMatch(/^https:\/\/old\.example\/\?utm_source/);
  });

  test("a file with a destination of its own leads there, and an address names no other", async () => {
    const plainCreative = testSnapshot().creatives[0]!;
    const [own, other] = ["a".repeat(40), "b".repeat(40)];
    const house = testDelivery([
      testSnapshot({
        destinationUrl: "https://shop.example/",
        creatives: [
          { ...plainCreative, fileHash: own, destinationUrl: "https://shop.example/zopf" },
          { ...plainCreative, fileHash: other },
        ],
      }),
    ]);
    const ad = await win(house);
    const locationOf = async (end: string) => (await house.call("GET", `${ad.click}${end}`)).headers.location;
    expect(await locationOf(`&f=${own}`)).toMatch(/^https:\/\/shop\.example\/zopf\?utm_source/);
    for (const end of ["", `&f=${other}`, "&f=https://elsewhere.example/"])
      expect(await locationOf(end)).toMatch(/^https:\/\/shop\.example\/\?utm_source/);
  });
});

describe("banner documents", () => {
  test("the click address takes the place of clickTag and cannot break out of its string", async () => {
    const house = testDelivery([testSnapshot()]);
    const hash = "a".repeat(40);
    const stored = `<!doctype html><html><head><script>var clickTag = "__LITFASS_CLICK_TAG__";</script></head></html>`;
    house.files.set(hash, { contentType: "text/html", body: Buffer.from(stored) });
    const ad = await win(house);
    const frame = /<iframe src="([^"]+)"[^>]*sandbox="([^"]+)"/.exec(ad.adm)!;
    expect(frame[2]).toBe("allow-scripts allow-popups allow-popups-to-escape-sandbox");
    const document = await house.call("GET", frame[1]!);
    expect(String(document.body)).toContain(`var clickTag = "${ad.click}&f=${hash}";`);
    expect(document.headers["content-security-policy"]).toMatch(/^sandbox allow-scripts/);
    const forged = await house.call("GET", `/ad/${hash}.html?click=%22;alert(1)//`);
    expect(String(forged.body)).toContain(`var clickTag = "";`);
    expect((await house.call("GET", `/ad/${"b".repeat(40)}.html`)).status).toBe(404);
    expect((await house.call("GET", "/ad/../secrets")).status).toBe(404);
  });

  test("videos are served in ranges", async () => {
    const house = testDelivery([testSnapshot()]);
    const hash = "c".repeat(40);
    house.files.set(hash, { contentType: "video/mp4", body: Buffer.from("0123456789") });
    const part = await house.call("GET", `/ad/${hash}.mp4`, { headers: { range: "bytes=2-4" } });
    expect([part.status, String(part.body), part.headers["content-range"]]).toEqual([206, "234", "bytes 2-4/10"]);
    expect((await house.call("GET", `/ad/${hash}.mp4`, { headers: { range: "bytes=20-" } })).status).toBe(416);
  });
});
