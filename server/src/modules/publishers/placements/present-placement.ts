import type { Format } from "@litfass/contract/kernel/formats";
import { sizeOf } from "@litfass/contract/kernel/formats";
import type { PlacementRecord } from "@litfass/contract/publishers/placements";
import type { Config } from "@litfass/platform/config/config";
import type { PlacementRow } from "./placement-sql.ts";

type Urls = Pick<Config, "adsUrl">;

/**
 * The line for the publisher's page. Its box has the height of the tallest size from the start, so that the page does not
 * move when the ad arrives.
 */
function tagOf({ id, sizes }: Pick<PlacementRow, "id" | "sizes">, { adsUrl }: Urls): string {
  const height = Math.max(...sizes.map((size) => sizeOf(size).height));
  return (
    `<div style="min-height:${height}px"><script async src="${adsUrl}/tag.js" data-placement="${id}" ` +
    `data-sizes="${sizes.join(" ")}"></script></div>`
  );
}

export const presentPlacement = (row: PlacementRow, urls: Urls): PlacementRecord => ({
  id: row.id,
  site: row.siteId,
  site_name: row.siteName,
  name: row.name,
  sizes: row.sizes as Format[],
  floor: row.floorMinor,
  allowed_categories: row.allowedCategories,
  blocked_categories: row.blockedCategories,
  blocked_advertisers: row.blockedAdvertisers,
  refresh_seconds: row.refreshSeconds,
  state: row.state,
  fallback_ad: row.fallback && {
    image_url: `${urls.adsUrl}/ad/${row.fallback.hash}.webp`,
    width: row.fallback.width,
    height: row.fallback.height,
    link: row.fallback.link,
    alt: row.fallback.alt,
  },
  tag: tagOf(row, urls),
  created_at: row.createdAt.toISOString(),
});
