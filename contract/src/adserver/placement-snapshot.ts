import { z } from "zod";

/** A placement as ad servers serve it; only those of verified sites of active publishers are published. */
export const placementSnapshot = z.object({
  placementId: z.int().positive(),
  publisherId: z.int().positive(),
  siteKind: z.enum(["site", "app"]),
  /** The verified host, which covers its subdomains, or an app's bundle. */
  site: z.string(),
  sizes: z.array(z.string()),
  /** The lowest price of a thousand impressions, in `currency`. */
  floor: z.number().nonnegative(),
  currency: z.string(),
  allowedCategories: z.array(z.string()),
  blockedCategories: z.array(z.string()),
  blockedAdvertisers: z.array(z.string()),
  /** null: one ad for each visit of the page. */
  refreshSeconds: z.int().positive().nullable(),
  /** The publisher's part of a charge by its first day, newest first. */
  shares: z.array(z.object({ from: z.string(), percent: z.number() })),
  fallback: z
    .object({ hash: z.string(), width: z.int(), height: z.int(), link: z.string(), alt: z.string() })
    .nullable(),
});
export type PlacementSnapshot = z.infer<typeof placementSnapshot>;

/** The `exchange` of ads that the publishers' tag shows; no exchange can have this name. */
export const tagExchange = "tag";

/** The `exchange` of ads that were sold in a page's own auction (Prebid.js); no exchange can have this name. */
export const pageExchange = "prebid-js";

/**
 * How an ad unit of a page's own auction is named as an impression opportunity: `imp_id` of its events. `id` is the one of
 * the request, which is another one in each auction; `name` is what the page calls the unit.
 */
export const impOfAdUnit = (id: string, name: string): string => `${name.replaceAll("|", " ")}|${id}`;

/** The name of an ad unit; "" for other opportunities and those of earlier releases. */
export const adUnitOfImp = (impId: string): string => impId.slice(0, Math.max(0, impId.indexOf("|")));

const placementImp = /^placement-(\d{1,15})$/;

/** How a placement is named as an impression opportunity: `imp_id` of its events. */
export const impOfPlacement = (placementId: number): string => `placement-${placementId}`;

/** The placement of an impression opportunity; null for others. */
export function placementOfImp(impId: string): number | null {
  const found = placementImp.exec(impId)?.[1];
  return found === undefined ? null : Number(found);
}
