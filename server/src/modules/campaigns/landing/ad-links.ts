import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import type { CampaignRow } from "../tables.ts";
import type { AdLink } from "./link-sql.ts";

const maxLinks = 50;

/**
 * Where a campaign's ads lead besides its link: products' own pages, and the approved link while another one waits for
 * the reviewers. What ad servers of third-party tags lead to is unknown before the click.
 */
export function adLinksOf(
  row: Pick<CampaignRow, "destinationUrl">,
  { creatives, destinationUrl }: Pick<CampaignSnapshot, "creatives" | "destinationUrl">,
): AdLink[] {
  const formats = new Map<string, Set<string>>();
  for (const creative of creatives) {
    const url = creative.destinationUrl ?? destinationUrl;
    if (url === "" || url === row.destinationUrl) continue;
    formats.set(url, (formats.get(url) ?? new Set()).add(creative.format));
  }
  return [...formats].slice(0, maxLinks).map(([url, each]) => ({ url, formats: [...each] }));
}
