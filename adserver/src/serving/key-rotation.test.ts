import { derivedLastingKeys } from "@litfass/platform/security/lasting-keys";
import { expect, test } from "vitest";
import {
  addressesOf,
  someAgent,
  type TestAdServer,
  testAdServer,
  testRequest,
  testSnapshot,
} from "../testing/testing-ad-server.ts";
import { remarketingTag } from "./ads/remarketing-tag.ts";
import { signedPreviewUrl } from "./tokens/preview-url.ts";

const [oldKey, newKey] = ["o".repeat(40), "n".repeat(40)];
const lastingKeys = derivedLastingKeys(oldKey);
const campaign = () => [testSnapshot({ targeting: { remarketing: true } })];
const hash = "d".repeat(40);

const start = (...signingKeys: [string, ...string[]]): TestAdServer =>
  testAdServer([testSnapshot()], { signingKeys, lastingKeys });

async function win(adServer: TestAdServer) {
  const bid = (await adServer.bid(testRequest())).body.seatbid[0].bid[0];
  return { ...addressesOf(bid.adm), burl: bid.burl };
}
const statusOf = async (adServer: TestAdServer, url: string) => (await adServer.call("GET", url)).status;

test("an ad that was won before the keys change is shown, billed and clicked after it", async () => {
  const ad = await win(start(oldKey));
  const during = start(newKey, oldKey);
  expect(await statusOf(during, ad.impression)).toBeLessThan(300);
  expect(await statusOf(during, ad.burl)).toBeLessThan(300);
  const { status, headers } = await during.call("GET", ad.click);
  expect([status, headers.location]).toEqual([302, expect.stringMatching(/^https:\/\/shop\.example\/sale\?/)]);
  expect(during.events.map(({ kind, charge_micros }) => [kind, charge_micros])).toEqual([
    ["impression", 25_000],
    ["click", 0],
  ]);
  // The new key alone does not know the old ad, so the test is not true by accident.
  const after = start(newKey);
  for (const url of [ad.impression, ad.burl, ad.click]) expect(await statusOf(after, url)).toBeGreaterThanOrEqual(400);
  expect(after.events).toEqual([]);
});

test("an ad server that still writes with the old key reads ads of the new one, if it was given it", async () => {
  const ad = await win(start(newKey, oldKey));
  expect(await statusOf(start(oldKey, newKey), ad.impression)).toBeLessThan(300);
  expect(await statusOf(start(oldKey), ad.impression)).toBeGreaterThanOrEqual(400);
});

test("a preview that was signed before the keys change opens after it", async () => {
  const see = async (...keys: [string, ...string[]]) => {
    const adServer = start(...keys);
    adServer.instance.findHeldFile = async () => ({ contentType: "text/html", body: Buffer.from("<!doctype html>") });
    const nowMs = adServer.clock.now().getTime();
    return statusOf(
      adServer,
      signedPreviewUrl(`${hash}.html`, { adsUrl: "https://ads.example", signingSecret: oldKey, nowMs }),
    );
  };
  expect([await see(newKey, oldKey), await see(newKey)]).toEqual([200, 404]);
});

test("visitors stay opted out and remarketing tags work without the old key", async () => {
  const tag = /src="([^"]+)"/.exec(remarketingTag("https://ads.example", lastingKeys, "owner-1"))![1]!;
  const before = testAdServer(campaign(), { signingKeys: [oldKey], lastingKeys });
  const cookie = String((await before.call("GET", tag)).headers["set-cookie"]).split(";")[0]!;
  await before.call("POST", "/opt-out", { headers: { "user-agent": someAgent, cookie } });
  const [optedOut] = before.instance.optOuts.takeNew();

  const after = testAdServer(campaign(), { signingKeys: [newKey], lastingKeys });
  const known = { user: { id: "v", buyeruid: cookie.slice(4) } };
  expect((await after.call("GET", tag, { headers: { "user-agent": someAgent, cookie } })).status).toBe(200);
  after.clock.advance(120_000);
  expect((await after.bid(testRequest(known))).status).toBe(200);
  after.instance.optOuts.add(optedOut!, false);
  expect((await after.bid(testRequest(known))).status).toBe(204);
});
