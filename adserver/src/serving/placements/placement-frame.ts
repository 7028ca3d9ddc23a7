import { impOfPlacement, type PlacementSnapshot } from "@litfass/contract/adserver/placement-snapshot";
import { escapeMarkup } from "../../kernel/escape-markup.ts";
import { paths } from "../tokens/ad-urls.ts";

/** The sizes that the tag offers and the placement has; all of the placement's where the tag names none. */
export function sizesFor({ sizes }: PlacementSnapshot, query: URLSearchParams): string[] {
  const offered = (query.get("sizes") ?? "").split(",").filter((size) => size !== "");
  return offered.length === 0 ? sizes : sizes.filter((size) => offered.includes(size));
}

/** A placement as an impression opportunity, and its rules as lists of a bid request. */
export function impOf(placement: PlacementSnapshot, sizes: string[]) {
  const format = sizes.map((size) => {
    const [w, h] = size.split("x").map(Number);
    return { w, h };
  });
  const id = impOfPlacement(placement.placementId);
  return {
    imp: [{ id, banner: { format }, tagid: id, bidfloor: placement.floor, bidfloorcur: placement.currency }],
    bcat: placement.blockedCategories,
    acat: placement.allowedCategories,
    badv: placement.blockedAdvertisers,
  };
}

/** The publisher's own image and link; "" where it has none of an offered size. */
export function fallbackMarkup({ fallback }: PlacementSnapshot, sizes: string[], adsUrl: string): string {
  if (fallback === null || !sizes.includes(`${fallback.width}x${fallback.height}`)) return "";
  return (
    `<a href="${escapeMarkup(fallback.link)}" target="_blank" rel="noopener"><img src="${adsUrl}/ad/${fallback.hash}.webp" ` +
    `width="${fallback.width}" height="${fallback.height}" alt="${escapeMarkup(fallback.alt)}" style="display:block;border:0"></a>`
  );
}

/** Tells the tag what the frame shows and whether it may request the next ad. `page` is the only receiver. */
export function reportScript(
  { refreshSeconds }: PlacementSnapshot,
  got: "ad" | "fallback" | "empty",
  page: string,
  adsUrl: string,
): string {
  return (
    `<script src="${adsUrl}${paths.frameScript}" data-page="${escapeMarkup(new URL(page).origin)}" data-got="${got}" ` +
    `data-refresh="${refreshSeconds ?? ""}"></script>`
  );
}
