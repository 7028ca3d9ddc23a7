import { adSeal } from "@litfass/adserver/serving/tokens/ad-seal";
import { packOffer, packToken } from "@litfass/adserver/serving/tokens/ad-token";
import { adUrls } from "@litfass/adserver/serving/tokens/ad-urls";
import { systemRandom } from "@litfass/platform/random";
import { benchProcess, benchSecret, leaseIdOf } from "../bidding/serve-bidder.ts";

const agent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36";

/** Requests for the impression pixels of as many ads, each from a different auction and signed like a bid. */
export function impressions(count: number, campaigns: number): Buffer[] {
  const seal = adSeal([benchSecret], systemRandom);
  const now = Date.now();
  return Array.from({ length: count }, (_, i) => {
    const campaignId = 1 + (i % campaigns);
    const visitorKey = Buffer.from(String(i % 100_000).padStart(8, "0")).toString("base64url");
    const offer = packOffer({
      process: benchProcess,
      campaignId,
      ownerUid: `owner-${campaignId % 200}`,
      creativeUuid: `7f0cfb4a-0000-4000-8000-${String(campaignId).padStart(12, "0")}`,
      format: "300x250",
      medium: "display",
      priceMicros: 25_000,
      currency: "CHF",
    });
    const tokens = packToken(seal, offer, {
      exchange: "bench",
      auctionId: systemRandom.id(),
      impId: "1",
      site: `site-${i % 40}.example`,
      siteKind: "site",
      slotName: `300x250 slot-${i % 8}`,
      country: "CH",
      region: "CH-ZH",
      city: "Zürich",
      device: "computer",
      browser: "chrome",
      language: "de",
      leaseId: leaseIdOf(campaignId),
      bidMs: now,
      visitorKey,
      isTest: false,
      bidPrice: 25,
      bidCurrency: "CHF",
      isFirstPrice: false,
      deal: "",
      dataFee: "",
    });
    const { pathname, search } = new URL(adUrls("https://ads.example", tokens).impression);
    return Buffer.from(
      `GET ${pathname}${search} HTTP/1.1\r\nhost: ads.example\r\nuser-agent: ${agent}\r\naccept: image/*\r\n\r\n`,
    );
  });
}
