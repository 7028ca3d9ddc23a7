import { adSeal } from "@litfass/adserver/serving/tokens/ad-seal";
import { type AuctionPart, packOffer, packToken } from "@litfass/adserver/serving/tokens/ad-token";
import { systemRandom } from "@litfass/platform/random";
import type { Keys } from "@litfass/platform/security/keys";

/** The token of an ad as its label carries it, for tests. */
export function testAdToken(
  signingKeys: Keys,
  ad: { campaignId: number; creativeUuid: string; format: string },
  auction: Partial<AuctionPart> = {},
): string {
  const offer = packOffer({
    ...ad,
    process: "delivery-test",
    ownerUid: "",
    medium: "display",
    priceMicros: 25_000,
    currency: "CHF",
  });
  return packToken(adSeal(signingKeys, systemRandom), offer, {
    exchange: "sandbox",
    auctionId: "auction-1",
    impId: "1",
    site: "news.example",
    siteKind: "site",
    slotName: "top",
    country: "CH",
    region: "CH-ZH",
    city: "Zürich",
    device: "smartphone",
    browser: "chrome",
    language: "de",
    leaseId: "lease",
    bidMs: Date.parse("2026-03-02T09:00:00Z"),
    visitorKey: "",
    isTest: false,
    bidPrice: 10,
    bidCurrency: "CHF",
    isFirstPrice: true,
    deal: "",
    dataFee: "",
    ...auction,
  }).page;
}
