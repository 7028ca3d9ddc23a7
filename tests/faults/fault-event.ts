import type { NewAdEvent } from "@litfass/contract/events/ad-event";

/** An event for fault tests; every fourth is a click, the others charge 0.025. */
export const faultEvent = (number: number, auction: string): NewAdEvent => ({
  kind: number % 4 === 3 ? "click" : "impression",
  at: new Date(Date.UTC(2026, 1, 20) + number * 1_000).toISOString(),
  exchange: "sandbox",
  auction_id: auction,
  imp_id: "1",
  campaign_id: 1 + (number % 5),
  owner_uid: "owner-1",
  creative_uuid: "8d2b7c1e-5a0f-4a57-9d55-2f6f2f1f0a01",
  format: "300x250",
  site: `site-${number % 7}.example`,
  site_kind: "site",
  country: "CH",
  region: "CH-ZH",
  city: "Zürich",
  device: "smartphone",
  browser: "chrome",
  language: "de",
  charge_micros: number % 4 === 3 ? 0 : 25_000,
  currency: "CHF",
  lease_id: `lease-${number % 5}`,
  invalid: "",
});
