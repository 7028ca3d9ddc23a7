import { expect, test } from "vitest";
import { readClearingPrice } from "../../serving/clearing-price/clearing-price.ts";
import { testAdServer, testRequest, testSnapshot } from "../../testing/testing-ad-server.ts";

const landing = "https://shop.example/sale";
const tracker = "https://track.pubmatic.com/t?u=";
const macro = `\${AUCTION_CLICKTRACK_URL}`;

/** A banner with its own document, and the URL of that document in the markup. */
async function htmlBanner(isThirdParty = false) {
  const [creative] = testSnapshot().creatives;
  const creatives = [{ ...creative!, pictureHash: "b".repeat(40), ...(isThirdParty ? { isThirdParty } : {}) }];
  const adServer = testAdServer([testSnapshot({ creatives })], {
    exchanges: [{ name: "sandbox", profile: "pubmatic", account: "156009" }],
  });
  const body = Buffer.from(
    isThirdParty ? "<a href='%%CLICK_URL_UNESC%%'>ad</a>" : `<script>var clickTag = "x";</script>`,
  );
  const file = { body, contentType: "text/html", isGzipped: false, isThirdParty, page: undefined };
  adServer.files.set("a".repeat(40), file as never);
  for (let asked = 0; asked < 50; asked++) {
    adServer.clock.advance(1_000);
    const answer = await adServer.bid(testRequest({ cur: ["USD"] }));
    if (answer.status !== 200) continue;
    const src = /<iframe src="([^"]+)"/.exec(answer.body.seatbid[0].bid[0].adm)?.[1] ?? "";
    return { adServer, src: src.replaceAll("&amp;", "&") };
  }
  throw new Error("no bid");
}

/** The click URL in a banner's document, with what the exchange put in place of its macro. */
async function clickOf(filled: string, isThirdParty = false) {
  const { adServer, src } = await htmlBanner(isThirdParty);
  expect(src).toContain(`&x=${macro}`);
  const { body } = await adServer.call("GET", src.replace(macro, filled));
  const click = /https:\/\/ads\.example\/c\?[^"'<]+/.exec(String(body))?.[0].replaceAll("\\u0026", "&") ?? "";
  const { status, headers } = await adServer.call("GET", click);
  expect(status).toBe(302);
  return { click, location: String(headers.location) };
}

test("the document of a banner, and a third party's tag, lead through the exchange's click URL", async () => {
  for (const isThirdParty of [false, true]) {
    const { location } = await clickOf(encodeURIComponent(tracker), isThirdParty);
    expect(location.startsWith(`${tracker}${encodeURIComponent(landing)}`), location).toBe(true);
  }
});

test.each([
  ["an unreplaced macro", macro],
  ["nothing", ""],
  ["another host", encodeURIComponent("https://pubmatic.com.attacker.example/?u=")],
  ["a host in the user name", encodeURIComponent("https://track.pubmatic.com@attacker.example/?u=")],
  ["a script", encodeURIComponent("javascript:alert(1)//track.pubmatic.com")],
])("%s in its place leads to the landing page", async (_, filled) => {
  const { location } = await clickOf(filled);
  expect(location.startsWith(landing)).toBe(true);
});

test("the price of one impression is a thousandth, rounded to whole micros, and never above the bid", () => {
  const single = (told: string, bid: number) => readClearingPrice(told, undefined, bid, true);
  expect(single("0.0019", 5)).toBe(1_900_000);
  expect(single("0.002", 1.9995)).toBe(1_999_500);
  expect(single("0.003", 1.9995)).toBe("above_bid");
  expect(single("0", 1)).toBe("zero");
});
