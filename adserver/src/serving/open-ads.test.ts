import { expect, test } from "vitest";
import { addressesOf, someAgent, testAdServer, testRequest, testSnapshot } from "../testing/testing-ad-server.ts";
import { hasOpenAds, openAds } from "./open-ads.ts";

async function offered() {
  const adServer = testAdServer([testSnapshot()]);
  const { body } = await adServer.bid(testRequest());
  return { ...adServer, ad: body.seatbid[0].bid[0] };
}

test("an offered ad is open until it is shown, and a moment longer for its view and click", async () => {
  const { engine, instance, clock, call, ad } = await offered();
  expect(openAds(engine)).toBe(1);
  await call("GET", addressesOf(ad.adm).impression);
  expect(openAds(engine)).toBe(0);
  expect(hasOpenAds(instance.counting)).toBe(true);
  clock.advance(2_000);
  await call("GET", addressesOf(ad.adm).viewable);
  clock.advance(2_000);
  expect(hasOpenAds(instance.counting)).toBe(true);
  clock.advance(500);
  expect(hasOpenAds(instance.counting)).toBe(false);
});

test("an ad that lost its auction, or is not shown within a minute, is not open", async () => {
  const { engine, instance, clock, call, bid, ad } = await offered();
  await call("GET", ad.lurl);
  expect(openAds(engine)).toBe(0);
  await bid(testRequest());
  clock.advance(59_000);
  expect(openAds(engine)).toBe(1);
  clock.advance(1_000);
  expect(hasOpenAds(instance.counting)).toBe(false);
});

test("a process that is not ready offers no ad: no bid in auctions, none by the tag, and it still counts", async () => {
  let isReady = true;
  const { bid, call, engine, events } = testAdServer([testSnapshot()], { isReady: () => isReady });
  const { body } = await bid(testRequest());
  const frame = async () => {
    const headers = { "user-agent": someAgent, referer: "https://news.example/a" };
    return String((await call("GET", "/frame?w=300&h=250", { headers })).body);
  };
  expect(await frame()).toContain("/ad/");
  const offered = openAds(engine);
  isReady = false;
  expect((await bid(testRequest())).status).toBe(204);
  expect(await frame()).not.toContain("/ad/");
  expect((await call("GET", "/ready")).status).toBe(503);
  await call("GET", addressesOf(body.seatbid[0].bid[0].adm).impression);
  expect(events.map(({ kind }) => kind)).toEqual(["impression"]);
  expect(openAds(engine)).toBe(offered - 1);
});
