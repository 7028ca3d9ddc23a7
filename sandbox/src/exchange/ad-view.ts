import type { Opportunity } from "./bid-request.ts";
import type { SeededRandom } from "./random.ts";

export type AdAddresses = { impression: string; viewable: string; click: string; document: string | null };

const plainOf = (text: string): string =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

/** The addresses that a banner's markup carries on its outer element, and its document; null for other markup. */
export function addressesOf(markup: string): AdAddresses | null {
  const attribute = (name: string) => {
    const value = new RegExp(`data-${name}="([^"]+)"`).exec(markup)?.[1];
    return value ? plainOf(value) : null;
  };
  const impression = attribute("impression");
  const viewable = attribute("viewable");
  const click = attribute("click");
  const frame = /<iframe[^>]*\ssrc="([^"]+)"/.exec(markup)?.[1];
  if (!impression || !viewable || !click) return null;
  return { impression, viewable, click, document: frame ? plainOf(frame) : null };
}

export type ViewOptions = {
  /** Fetches an address as the visitor's browser would; false where it failed. */
  visit: (url: string, opportunity: Opportunity) => Promise<boolean>;
  wait: (ms: number) => Promise<void>;
};
export type ViewOutcome = { impression: boolean; viewable: boolean; click: boolean };

/** What happens after a win: the page renders the ad, maybe it comes into view for a second, maybe it is clicked. */
export async function viewAd(
  random: SeededRandom,
  opportunity: Opportunity,
  addresses: AdAddresses,
  { visit, wait }: ViewOptions,
): Promise<ViewOutcome> {
  const seen = random.chance(opportunity.viewability);
  const clicks = seen && random.chance(clickRate(opportunity));
  const pauseMs = 1000 + random.number() * 3000;
  await wait(random.number() * 400);
  if (addresses.document && random.chance(0.2)) await visit(addresses.document, opportunity);
  const impression = await visit(addresses.impression, opportunity);
  if (!impression || !seen) return { impression, viewable: false, click: false };
  await wait(pauseMs);
  const viewable = await visit(addresses.viewable, opportunity);
  if (!clicks) return { impression, viewable, click: false };
  await wait(random.number() * 2500);
  return { impression, viewable, click: await visit(addresses.click, opportunity) };
}

/** 0.1 to 0.5% of what is seen, by device, place on the page and person. */
function clickRate({ visitor, placement, publisher }: Opportunity): number {
  const byDevice = { smartphone: 1.2, tablet: 1.1, computer: 0.8, connected_tv: 0.05 }[visitor.kind.device];
  const byPlace = placement.id === "article" ? 1.3 : placement.id === "sky" ? 0.6 : 1;
  const accidental = publisher.viewability < 0.55 ? 1.5 : 1;
  return Math.min(0.012, 0.0032 * byDevice * byPlace * accidental * visitor.interest);
}
