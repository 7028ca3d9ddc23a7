import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { tagKey } from "../../creatives/index.ts";
import type { CampaignRow } from "../tables.ts";
import type { AdLink } from "./link-sql.ts";

const maxLinks = 50;

/**
 * Where a campaign's ads lead besides its link: products' own pages, the approved link while another one waits for the
 * reviewers, and what third-party tags declare (`tagLinksOf`).
 */
export function adLinksOf(
  row: Pick<CampaignRow, "destinationUrl">,
  { creatives, destinationUrl }: Pick<CampaignSnapshot, "creatives" | "destinationUrl">,
  tagLinks: ReadonlyMap<string, string[]>,
): AdLink[] {
  const formats = new Map<string, Set<string>>();
  for (const creative of creatives) {
    for (const url of [creative.destinationUrl ?? destinationUrl, ...(tagLinks.get(tagKey(creative)) ?? [])]) {
      if (url === "" || url === row.destinationUrl) continue;
      formats.set(url, (formats.get(url) ?? new Set()).add(creative.format));
    }
  }
  return [...formats].slice(0, maxLinks).map(([url, each]) => ({ url, formats: [...each] }));
}
