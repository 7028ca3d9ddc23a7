import { expect, test } from "vitest";
import { testAdServer, testSnapshot } from "../../testing/testing-ad-server.ts";
import type { AdToken } from "../tokens/ad-token.ts";
import { eventOf } from "./event-of.ts";
import { replayEvent } from "./replay-journal.ts";

test("an ad that waited for its pixel has every field again that its event has", () => {
  const { instance, clock } = testAdServer([testSnapshot({})]);
  const { counting } = instance;
  const atMs = clock.now().getTime();
  const ad: AdToken = {
    ...{ process: counting.process, exchange: "sandbox", auctionId: "a-1", impId: "placement-7", campaignId: 1 },
    ...{ ownerUid: "owner-1", creativeUuid: "creative-1", format: "300x250", medium: "display" },
    ...{ site: "news.example", siteKind: "site", slotName: "", country: "CH", region: "CH-BE", city: "Bern" },
    ...{ device: "phone", browser: "firefox", language: "de", priceMicros: 25_000, currency: "EUR" },
    ...{ leaseId: "lease-1", bidMs: atMs, visitorKey: "visitor-1", isTest: false },
    ...{ bidPrice: 0, bidCurrency: "EUR", isFirstPrice: false, deal: "deal-1", dataFee: "" },
  };
  const fields = { held_micros: 25_000, lease_id: ad.leaseId, visitor_key: ad.visitorKey };
  replayEvent(counting, { ...eventOf(counting, ad, "bill", atMs), ...fields });
  const [held] = counting.held.values();
  expect(held).toMatchObject({ chargeMicros: 25_000, leaseId: "lease-1", ad });
});
