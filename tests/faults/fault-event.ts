import type { NewAdEvent } from "@litfass/contract/events/ad-event";
import { sampleEvent } from "@litfass/events/testing/sample-event";

/** An event for fault tests; every fourth is a click, the others charge 0.025. */
export const faultEvent = (number: number, auction: string): NewAdEvent =>
  sampleEvent({
    kind: number % 4 === 3 ? "click" : "impression",
    at: new Date(Date.UTC(2026, 1, 20) + number * 1_000).toISOString(),
    auction_id: auction,
    campaign_id: 1 + (number % 5),
    site: `site-${number % 7}.example`,
    charge_micros: number % 4 === 3 ? 0 : 25_000,
    lease_id: `lease-${number % 5}`,
  });
