import type { Creative, CreativeGroup } from "@litfass/contract/creatives/template-groups";
import type { Format } from "@litfass/contract/kernel/formats";

type Formats = Pick<CreativeGroup, "creatives" | "additional">;

/** A group's creatives that the campaign uses: of the basic set, then the added ones. */
export const selectedCreatives = ({ creatives, additional }: Formats): Creative[] =>
  [...creatives, ...additional].filter(({ is_selected }) => is_selected);

export const selectedFormats = (group: Formats): Format[] =>
  selectedCreatives(group).map(({ format }) => format as Format);

/** The creatives of a template that replaces another one: its basic set, and the formats that were added before. */
export function creativesAfter(before: Formats | undefined, chosen: Formats): string[] {
  const added = new Set(before?.additional.filter(({ is_selected }) => is_selected).map(({ format }) => format));
  return [...chosen.creatives, ...chosen.additional.filter(({ format }) => added.has(format))].map(({ uuid }) => uuid);
}
