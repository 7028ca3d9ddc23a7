import { derivedLastingKeys } from "@litfass/platform/security/lasting-keys";
import { describe, expect, test } from "vitest";
import {
  addressesOf,
  someAgent,
  type TestAdServer,
  testAdServer,
  testRequest,
  testSnapshot,
} from "../testing/testing-ad-server.ts";
import { remarketingTag } from "./ads/remarketing-tag.ts";
import { adSeal } from "./tokens/ad-seal.ts";
import { packOffer, packToken, readToken } from "./tokens/ad-token.ts";
import { signedPreviewUrl } from "./tokens/preview-url.ts";
import { previewSigner, remarketingSigner } from "./tokens/signing.ts";

const signingSecret = "a secret for tests that is long enough";
const lastingKeys = derivedLastingKeys(signingSecret);
const secret = "a-key-of-an-exchange-0123456789";
const networks = ["203.0.113.0/24", "2001:db8::/32"];
const inside = "203.0.113.7";
const outside = "192.0.2.1";

const chargedMicros = (adServer: TestAdServer): number => adServer.engine.leases.current.get(1)!.consumedMicros;
const tokenOf = (address: string): string => /[?&]\w+=([^&"]+)/.exec(address)![1]!;

async function win(adServer: TestAdServer, options = {}) {
  const { body } = await adServer.bid(testRequest(), "sandbox", options);
  const bid = body.seatbid[0].bid[0];
  return { ...bid, ...addressesOf(bid.adm) };
}

describe("bid requests", () => {
  test.each([
    ["with its secret in the address", { secret }, { query: `key=${secret}` }, 200],
    ["with its secret in a header", { secret }, { headers: { "x-exchange-key": secret } }, 200],
    ["with its secret as a bearer", { secret }, { headers: { authorization: `Bearer ${secret}` } }, 200],
    ["without its secret", { secret }, {}, 401],
    ["with a part of its secret", { secret }, { query: `key=${secret.slice(0, -1)}` }, 401],
    ["with another secret of the same length", { secret }, { query: `key=${secret.slice(0, -1)}X` }, 401],
    ["with more than its secret", { secret }, { query: `key=${secret}X` }, 401],
    ["from its networks", { networks }, { ip: inside }, 200],
    ["from its networks, by IPv6", { networks }, { ip: "2001:db8::7" }, 200],
    ["from elsewhere", { networks }, { ip: outside }, 401],
    ["from no readable address", { networks }, { ip: "" }, 401],
    ["from its networks, without its secret", { secret, networks }, { ip: inside }, 401],
    ["from elsewhere, with its secret", { secret, networks }, { ip: outside, query: `key=${secret}` }, 401],
    ["from its networks, with its secret", { secret, networks }, { ip: inside, query: `key=${secret}` }, 200],
    ["of an exchange that is open", {}, {}, 200],
  ])("%s", async (_, access, options, status) => {
    const adServer = testAdServer([testSnapshot()], { exchanges: [{ name: "sandbox", ...access }] });
    const answer = await adServer.bid(testRequest(), "sandbox", options);
    expect(answer.status).toBe(status);
    if (status === 401) expect(answer.body).toBeUndefined();
  });
});

describe("billing notices", () => {
  test("a page's token is not valid for notices, and a notice's token counts nothing on a page", async () => {
    const adServer = testAdServer([testSnapshot()]);
    const ad = await win(adServer);
    for (const kind of ["bill", "win", "loss"]) {
      const { status } = await adServer.call("GET", `/${kind}?t=${tokenOf(ad.impression)}`);
      expect([kind, status]).toEqual([kind, 403]);
    }
    for (const path of ["/t/impression", "/t/viewable", "/c"]) {
      expect([path, (await adServer.call("GET", `${path}?t=${tokenOf(ad.burl)}`)).status]).toEqual([path, 403]);
    }
    expect(ad.adm).not.toContain(tokenOf(ad.burl));
    expect([adServer.events, chargedMicros(adServer)]).toEqual([[], 0]);
    expect((await adServer.call("GET", ad.burl)).status).toBe(204);
    expect(chargedMicros(adServer)).toBe(25_000);
  });

  test.each([
    ["from its servers", { networks }, { ip: inside, headers: {} }, 204],
    ["from a stranger, where its networks are known", { networks }, { ip: outside, headers: {} }, 403],
    ["from a crawler, where they are not", {}, { headers: { "user-agent": "Googlebot/2.1" } }, 403],
    ["loaded ahead by a browser", {}, { headers: { "user-agent": someAgent, "sec-purpose": "prefetch" } }, 403],
    ["by a server's HTTP library", {}, { headers: { "user-agent": "Go-http-client/2.0" } }, 204],
  ])("a notice %s", async (_, access, options, status) => {
    const adServer = testAdServer([testSnapshot()], { exchanges: [{ name: "sandbox", ...access }] });
    const ad = await win(adServer, { ip: inside });
    for (const address of [ad.nurl, ad.burl])
      expect((await adServer.call("GET", address, options)).status).toBe(status);
    expect(chargedMicros(adServer)).toBe(status === 204 ? 25_000 : 0);
  });

  test("rejects notices for ads without an exchange: publisher tags and previews", async () => {
    const adServer = testAdServer([testSnapshot()]);
    const ad = await win(adServer);
    const { adSeal: seal } = adServer.instance;
    const sold = readToken(seal, "notice", tokenOf(ad.burl))!;
    for (const exchange of ["tag", "preview", "elsewhere"]) {
      const { notice } = packToken(seal, packOffer(sold), { ...sold, exchange, auctionId: exchange });
      expect((await adServer.call("GET", `/bill?t=${notice}`)).status).toBe(403);
    }
    expect(chargedMicros(adServer)).toBe(0);
  });

  test("a visitor's rate limit applies to billing notices", async () => {
    const adServer = testAdServer([testSnapshot()]);
    const { adSeal: seal } = adServer.instance;
    const sold = readToken(seal, "notice", tokenOf((await win(adServer)).burl))!;
    for (let i = 0; i < 130; i++) {
      const { notice } = packToken(seal, packOffer(sold), { ...sold, auctionId: `auction-of-one-visitor-${i}` });
      await adServer.call("GET", `/bill?t=${notice}`);
    }
    await adServer.countHeld();
    expect(chargedMicros(adServer)).toBe(120 * 25_000);
    expect(adServer.events.filter(({ invalid }) => invalid === "impossible_rate")).toHaveLength(10);
  });
});

test("visitors without an ID have a rate limit per network and campaign", async () => {
  const adServer = testAdServer([testSnapshot(), testSnapshot({ campaignId: 2, advertiserDomain: "other.example" })]);
  const seal = adSeal([signingSecret], adServer.engine.random);
  const sold = readToken(seal, "page", tokenOf((await win(adServer)).impression))!;
  const see = (i: number, ip: string, campaignId = 1) => {
    const ad = {
      ...sold,
      visitorKey: "",
      auctionId: `anonymous-${i}-${ip}`,
      campaignId,
      leaseId: `lease-${campaignId}`,
    };
    return adServer.call("GET", `/t/impression?t=${packToken(seal, packOffer(ad), ad).page}`, { ip });
  };
  const counted = () => adServer.events.filter(({ kind, invalid }) => kind === "impression" && invalid === "").length;
  for (let i = 0; i < 620; i++) await see(i, `198.51.100.${i % 250}`);
  expect(counted()).toBe(600);
  expect(adServer.events.filter(({ invalid }) => invalid === "impossible_rate")).toHaveLength(20);
  await see(1000, "198.51.101.1");
  await see(1001, "198.51.100.1", 2);
  expect(counted()).toBe(602);
  for (let i = 0; i < 620; i++) await see(i, `2001:db8:7:${(i % 250).toString(16)}::1`);
  expect(counted()).toBe(1202);
});

test("a token is valid only for its purpose", async () => {
  const adServer = testAdServer([testSnapshot()]);
  const hash = "d".repeat(40);
  const held = { contentType: "text/html", body: Buffer.from("<!doctype html>") };
  adServer.instance.findHeldFile = async () => held;
  const ad = await win(adServer);
  const nowMs = adServer.clock.now().getTime();
  const preview = signedPreviewUrl(`${hash}.html`, { adsUrl: "https://ads.example", signingSecret, nowMs });
  const tokens = {
    page: tokenOf(ad.impression),
    notice: tokenOf(ad.burl),
    remarketing: tokenOf(remarketingTag("https://ads.example", lastingKeys, "owner-1")),
    preview: tokenOf(preview),
    // Of an earlier version that signed ads with the key of remarketing tags.
    earlier: adServer.instance.remarketing.sign("delivery-1~1~owner-1~25000"),
  };
  const uses: [path: string, holder: keyof typeof tokens][] = [
    ["/t/impression?t=", "page"],
    ["/t/viewable?t=", "page"],
    ["/t/video_error?t=", "page"],
    ["/c?t=", "page"],
    ["/win?t=", "notice"],
    ["/loss?t=", "notice"],
    ["/bill?t=", "notice"],
    ["/r?o=", "remarketing"],
    [`/ad/${hash}.html?preview=`, "preview"],
  ];
  for (const [path, holder] of uses) {
    for (const [kind, token] of Object.entries(tokens)) {
      const { status } = await adServer.call("GET", `${path}${token}`);
      expect([path, kind, status < 400]).toEqual([path, kind, kind === holder]);
    }
  }
});

test("the same text signed for another purpose is invalid", () => {
  const [remarketing, preview] = [remarketingSigner(lastingKeys), previewSigner([signingSecret])];
  for (const [one, other] of [
    [remarketing, preview],
    [preview, remarketing],
  ] as const) {
    expect([one.open(one.sign("text")), other.open(one.sign("text"))]).toEqual(["text", undefined]);
  }
});

test("price, owner and exchange cannot be read on a page", async () => {
  const adServer = testAdServer([testSnapshot()]);
  const ad = await win(adServer);
  for (const token of [tokenOf(ad.impression), tokenOf(ad.burl)]) {
    const read = `${token} ${Buffer.from(token.split(".")[0]!, "base64url").toString("latin1")}`;
    for (const secretText of ["owner-1", "25000", "sandbox", "lease-1", "CHF"]) expect(read).not.toContain(secretText);
  }
  expect(ad.adm).not.toMatch(/owner-1|25000|lease-1/);
});
