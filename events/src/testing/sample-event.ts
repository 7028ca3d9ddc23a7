import type { NewAdEvent } from "@litfass/contract/events/ad-event";

/** A counted impression of a banner on a Swiss site, for tests; `change` sets the fields relevant to the test. */
export const sampleEvent = (change: Partial<NewAdEvent> = {}): NewAdEvent => ({
  kind: "impression",
  at: "2026-03-01T10:00:00.123Z",
  exchange: "sandbox",
  auction_id: "a",
  imp_id: "1",
  campaign_id: 7,
  owner_uid: "owner-1",
  creative_uuid: "8d2b7c1e-5a0f-4a57-9d55-2f6f2f1f0a01",
  format: "300x250",
  site: "zeitung.example",
  site_kind: "site",
  country: "CH",
  region: "CH-ZH",
  city: "Zürich",
  device: "smartphone",
  browser: "chrome",
  language: "de",
  charge_micros: 25_000,
  currency: "CHF",
  lease_id: "lease-1",
  invalid: "",
  ...change,
});
