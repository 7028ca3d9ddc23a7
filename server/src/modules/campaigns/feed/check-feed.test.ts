import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { checkFeeds } from "./check-feed.ts";
import { findFeed } from "./feed-sql.ts";
import { readFeed } from "./read-feed.ts";

const rss = `<?xml version="1.0"?><rss xmlns:g="http://base.google.com/ns/1.0"><channel>
  <item><title>Zopf &amp; Butter</title><link>https://shop.example/zopf</link><g:price>6.90 CHF</g:price><g:image_link>https://shop.example/zopf.jpg</g:image_link></item>
  <item><title>No link</title></item></channel></rss>`;

describe("formats of feeds", () => {
  const item = {
    title: "Zopf & Butter",
    price: "CHF 6.90",
    link: "https://shop.example/zopf",
    image: "https://shop.example/zopf.jpg",
  };
  test.each([
    ["RSS with product fields", rss],
    [
      "Atom",
      `<feed><entry><title type="text">Zopf &amp; Butter</title><link href="https://shop.example/zopf"/><price>CHF 6.90</price><thumbnail url="https://shop.example/zopf.jpg"/></entry></feed>`,
    ],
    [
      "JSON",
      JSON.stringify({
        products: [{ name: item.title, url: item.link, image: item.image, price: 6.9, currency: "CHF" }],
      }),
    ],
  ])("%s", (_kind, text) => expect(readFeed(text)).toEqual([item]));

  test.each([
    ["a page", "<html><body>Hello</body></html>"],
    ["nothing", ""],
    ["broken JSON", "[{"],
    ["links that are scripts", JSON.stringify([{ title: "x", link: "javascript:alert(1)" }])],
  ])("rejects %s", (_kind, text) => expect(() => readFeed(text)).toThrow());
});

describe("a campaign's feed", () => {
  let stack: Stack;
  let advertiser: TestClient;
  let server: Server;
  let address = "";
  let isUp = false;
  beforeAll(async () => {
    server = createServer((_request, response) => {
      response.statusCode = isUp ? 200 : 503;
      response.end(isUp ? rss : "");
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    address = `http://${host}/feed.xml`;
    stack = await startStack({ env: { PRIVATE_HOSTS: host } });
    advertiser = await stack.signIn({ uid: "advanced-1", role: "advanced_advertiser" });
  });
  afterAll(async () => {
    server?.close();
    await stack?.close();
  });

  test("[FIELD-CAMP-022] an unreachable feed blocks activation and names its URL, a good one does not; the last good items stay", async () => {
    const { id } = (await advertiser.post("/user-campaigns", { name: "Feed", feed_url: address })).body;
    const feedPoint = async () =>
      (await advertiser.get(`/user-campaigns/${id}/can-activate`)).body.missing.find(
        ({ code }: { code: string }) => code === "feed_unreadable",
      );
    expect((await advertiser.get(`/user-campaigns/${id}/can-activate`)).body.can_activate).toBe(false);
    expect((await feedPoint()).message).toBe(`The feed ${address} cannot be used: status 503.`);
    isUp = true;
    expect(await feedPoint()).toBeUndefined();
    isUp = false;
    stack.clock.set(new Date(stack.clock.now().getTime() + 11 * 60_000));
    expect((await feedPoint()).message).toContain(address);
    const state = await findFeed(stack.platform.db, id);
    expect(state).toMatchObject({ problem: "status 503", items: [{ title: "Zopf & Butter" }] });
    expect(await checkFeeds(stack.app.services)).toBe(0);
  });
});
