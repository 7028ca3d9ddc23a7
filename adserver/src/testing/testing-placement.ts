import type { PlacementSnapshot } from "@litfass/contract/adserver/placement-snapshot";

/** A live placement of a publisher who gets 60% of the price. */
export const testPlacement = (changes: Partial<PlacementSnapshot> = {}): PlacementSnapshot => ({
  placementId: 7,
  publisherId: 1,
  siteKind: "site",
  site: "zeitung.example",
  sizes: ["994x250", "300x250"],
  floor: 0,
  currency: "CHF",
  allowedCategories: [],
  blockedCategories: [],
  blockedAdvertisers: [],
  refreshSeconds: null,
  shares: [{ from: "2026-01-01", percent: 60 }],
  fallback: null,
  ...changes,
});
