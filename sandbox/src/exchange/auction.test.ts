import { describe, expect, test } from "vitest";
import { readAd } from "./ad-markup.ts";
import { lossReasons, readBids, runAuction, type SeatBid, whyRefused, withMacros } from "./auction.ts";
import type { BidRequest } from "./bid-request.ts";
import type { Placement } from "./placements.ts";

const request = {
  id: "a1",
  imp: [{ id: "1" }],
  cur: ["CHF"],
  bcat: ["IAB25"],
  badv: ["bad.example"],
} as unknown as BidRequest;
const placement = { kind: "banner", sizes: [{ w: 300, h: 250 }], floor: 2 } as Placement;
const bidOf = (changes: object = {}): SeatBid =>
  readBids(
    JSON.stringify({
      id: "a1",
      cur: "CHF",
      seatbid: [
        {
          seat: "s",
          bid: [{ id: "b", impid: "1", price: 10, adm: "<div>", w: 300, h: 250, adomain: ["ok.example"], ...changes }],
        },
      ],
    }),
    request,
  )[0]!;

describe("a second-price auction", () => {
  test("the winner pays one cent above the next bid, or above the floor", () => {
    const won = runAuction(bidOf(), undefined, [{ name: "r", price: 6.5 }], 2);
    expect(won).toMatchObject({ kind: "won", clearing: 6.51 });
    expect(runAuction(bidOf(), undefined, [], 2)).toMatchObject({ kind: "won", clearing: 2.01 });
    expect(runAuction(bidOf({ price: 6.505 }), undefined, [{ name: "r", price: 6.5 }], 2)).toMatchObject({
      clearing: 6.505,
    });
  });

  test("a lower bid loses, a rejected one with its reason", () => {
    expect(runAuction(bidOf(), undefined, [{ name: "r", price: 12 }], 2)).toEqual({
      kind: "lost",
      reason: lossReasons.outbid,
      clearing: 10.01,
    });
    expect(runAuction(bidOf(), 100, [], 2)).toMatchObject({ kind: "lost", reason: 100 });
    expect(runAuction(undefined, undefined, [{ name: "r", price: 3 }], 2)).toEqual({
      kind: "rival",
      rival: "r",
      clearing: 2.01,
    });
    expect(runAuction(undefined, undefined, [], 2)).toEqual({ kind: "nobody" });
  });

  test.each([
    [{ price: 1 }, lossReasons.belowFloor],
    [{ price: 0 }, lossReasons.missingPrice],
    [{ adm: "" }, lossReasons.missingMarkup],
    [{ w: 728, h: 90 }, lossReasons.size],
    [{ adomain: ["bad.example"] }, lossReasons.advertiserBlocked],
    [{ cat: ["IAB25"] }, lossReasons.categoryBlocked],
    [{}, undefined],
  ])("%j is accepted or blocked by the publisher's rules", (changes, reason) => {
    expect(whyRefused(bidOf(changes), request, placement)).toBe(reason);
  });

  test("an invalid response is no bid", () => {
    for (const body of ["{}", "[]", "null", '{"id":"other","seatbid":[]}', '{"id":"a1","seatbid":[null,{"bid":7}]}']) {
      expect(readBids(body, request)).toEqual([]);
    }
  });

  test("fills in macros", () => {
    const template = `http://x/?p=\${AUCTION_PRICE}&i=\${AUCTION_ID}-\${AUCTION_IMP_ID}&c=\${AUCTION_CURRENCY}&l=\${AUCTION_LOSS}&\${NO}`;
    expect(withMacros(template, request, bidOf(), 6.51, 102)).toBe(`http://x/?p=6.51&i=a1-1&c=CHF&l=102&\${NO}`);
  });
});

describe("an ad as read by a browser", () => {
  test("a banner's URLs are on its outer element; the pixel is not loaded twice", () => {
    const ad = readAd(
      '<div data-impression="http://a/t?x=1&amp;y=2" data-measured="http://a/m" data-viewable="http://a/v" data-click="http://a/c"><iframe src="http://a/ad/1.html?click=t"></iframe><img src="http://a/t?x=1&amp;y=2"></div>',
    );
    expect(ad).toMatchObject({
      kind: "banner",
      impressions: ["http://a/t?x=1&y=2"],
      measured: ["http://a/m"],
      viewables: ["http://a/v"],
      notViewables: [],
      click: "http://a/c",
      files: ["http://a/ad/1.html?click=t"],
    });
  });

  test("a native ad's URLs are in its JSON, wrapped or not", () => {
    const ad = {
      link: { url: "http://a/c" },
      assets: [
        { id: 1, title: { text: "Brot" } },
        { id: 2, img: { url: "http://a/ad/1" } },
      ],
    };
    const eventtrackers = [
      { event: 1, method: 1, url: "http://a/i" },
      { event: 2, method: 1, url: "http://a/v" },
      { event: 1, method: 2, url: "http://a/script.js" },
    ];
    const shown = { kind: "native", files: ["http://a/ad/1"], click: "http://a/c", impressions: ["http://a/i"] };
    expect(readAd(JSON.stringify({ ver: "1.2", ...ad, eventtrackers }))).toMatchObject({
      ...shown,
      viewables: ["http://a/v"],
    });
    expect(readAd(JSON.stringify({ native: { ver: "1.1", ...ad, imptrackers: ["http://a/i"] } }))).toMatchObject({
      ...shown,
      viewables: [],
    });
  });

  test("a video's URLs are in its VAST document", () => {
    const ad = readAd(
      `<?xml version="1.0"?><VAST version="4.2"><Ad id="1"><InLine><Impression><![CDATA[http://a/i?x&y]]></Impression>
<ViewableImpression><Viewable><![CDATA[http://a/v]]></Viewable><NotViewable><![CDATA[http://a/n]]></NotViewable></ViewableImpression><Creatives><Creative><Linear><Duration>00:00:20</Duration>
<TrackingEvents><Tracking event="complete"><![CDATA[http://a/4]]></Tracking><Tracking event="start"><![CDATA[http://a/0]]></Tracking></TrackingEvents>
<VideoClicks><ClickThrough>http://a/c?a&amp;b</ClickThrough></VideoClicks><MediaFiles><MediaFile type="video/mp4"><![CDATA[http://a/f.mp4]]></MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>`,
    );
    expect(ad).toMatchObject({
      kind: "video",
      impressions: ["http://a/i?x&y"],
      measured: [],
      viewables: ["http://a/v"],
      notViewables: ["http://a/n"],
      click: "http://a/c?a&b",
      files: ["http://a/f.mp4"],
      durationSeconds: 20,
    });
    expect(ad.progress[0]).toEqual({ event: "start", urls: ["http://a/0"] });
    expect(ad.progress[4]).toEqual({ event: "complete", urls: ["http://a/4"] });
  });
});
