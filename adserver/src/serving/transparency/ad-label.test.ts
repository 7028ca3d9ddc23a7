import { expect, test } from "vitest";
import { addressesOf, testAdServer, testRequest, testSnapshot } from "../../testing/testing-ad-server.ts";

const creative = testSnapshot().creatives[0]!;

async function adOf(snapshot = testSnapshot()) {
  const adServer = testAdServer([snapshot]);
  const { adm } = (await adServer.bid(testRequest())).body.seatbid[0].bid[0];
  const [, attributes = "", text = ""] = /<a ([^>]*position:absolute[^>]*)>([^<]*)<\/a>/.exec(adm) ?? [];
  const href = /href="([^"]*)"/.exec(attributes)?.[1]?.replaceAll("&amp;", "&") ?? "";
  return { adServer, adm, attributes, text, href };
}

test.each([
  ["html", "de", "Anzeige", "Über diese Anzeige"],
  ["image", "en", "Ad", "About this ad"],
  ["html", undefined, "Ad", "About this ad"],
  ["html", "fr", "Publicité", "À propos de cette annonce"],
  ["html", "rm", "Ad", "About this ad"],
] as const)("a banner (%s, language %s) has a label outside of its document", async (kind, language, text, title) => {
  const ad = await adOf(testSnapshot({ language, creatives: [{ ...creative, kind }] }));
  expect(ad.text).toBe(text);
  expect(ad.attributes).toContain(`title="${title}"`);
  expect(ad.attributes).toContain(`target="_blank" rel="noopener nofollow"`);
  expect(ad.adm.indexOf("position:absolute")).toBeGreaterThan(ad.adm.indexOf(kind === "image" ? "</a>" : "</iframe>"));
});

test("the label leads to the operator's page about this ad and is no event, before and after the impression", async () => {
  const { adServer, adm, href } = await adOf();
  expect(href).toMatch(/^https:\/\/ads\.example\/about\?t=/);
  const opened = await adServer.call("GET", href);
  expect([opened.status, opened.headers.location]).toEqual([
    302,
    `https://operator.example/about-this-ad?t=${new URL(href).search.slice(3)}`,
  ]);
  await adServer.call("GET", addressesOf(adm).impression);
  await adServer.call("GET", href);
  expect(adServer.events.map(({ kind }) => kind)).toEqual(["impression"]);
});

test("an address without an ad's token leads nowhere", async () => {
  const { adServer, href } = await adOf();
  for (const forged of ["/about", "/about?t=x", `${href}x`, href.replace("t=", "t=A")]) {
    expect((await adServer.call("GET", forged)).status).toBe(403);
  }
});

test("a video's label is a picture of the ads origin", async () => {
  const { adServer } = await adOf();
  const { status, headers } = await adServer.call("GET", "/ad-icon.png");
  expect([status, headers["content-type"]]).toEqual([200, "image/png"]);
});
