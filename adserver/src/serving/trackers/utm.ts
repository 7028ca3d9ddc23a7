import type { AdToken } from "../tokens/ad-token.ts";

const source = "litfass";

/** "Frühling & Sommer 2026" becomes "fruhling-sommer-2026". */
const slug = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);

/**
 * Adds missing UTM parameters to a destination (CLAIM-009). Parameters and fragment set by the advertiser are
 * unchanged. Undefined where the destination is not a web URL.
 */
export function withUtm(
  destination: string,
  ad: { campaignId: number; campaignName: string; creativeUuid: string; medium: AdToken["medium"] },
): string | undefined {
  const url = URL.parse(destination);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  const campaign = slug(ad.campaignName);
  const wanted = {
    utm_source: source,
    utm_medium: ad.medium,
    utm_campaign: campaign === "" ? String(ad.campaignId) : `${ad.campaignId}-${campaign}`,
    utm_content: ad.creativeUuid,
  };
  const missing = Object.entries(wanted).filter(([name]) => !url.searchParams.has(name));
  // Appended as text: searchParams.set would re-encode the advertiser's own query.
  const added = missing.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  if (added !== "") url.search = url.search.length > 1 ? `${url.search}&${added}` : `?${added}`;
  return url.href;
}
