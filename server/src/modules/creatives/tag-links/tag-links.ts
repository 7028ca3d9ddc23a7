import { isHostIn } from "@litfass/contract/settings/third-party-hosts";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { findThirdPartyHosts } from "@litfass/platform/settings/read-settings";
import { tagDestinations } from "./tag-destinations.ts";
import { listChosenTags, listTagDocuments, listVastClicks } from "./tag-link-sql.ts";

/** A creative as far as it says which tag it is. */
type Tag = { uuid: string; format: string; fileHash: string; isThirdParty?: boolean | undefined; vastTag?: unknown };

/**
 * Where third-party tags lead, as far as it is known before a click: by creative and file (`tagKey`), empty where it
 * is not. Pages of the ad servers that the operator allows are left out: opening them would count a click there.
 */
export async function tagLinksOf(db: Executor, creatives: readonly Tag[]): Promise<Map<string, string[]>> {
  const tags = creatives.filter(({ isThirdParty }) => isThirdParty);
  if (tags.length === 0) return new Map();
  const isVast = ({ vastTag }: Tag): boolean => vastTag !== undefined;
  const documents = await listTagDocuments(db, [
    ...new Set(tags.filter((tag) => !isVast(tag)).map(({ fileHash }) => fileHash)),
  ]);
  const clicks = await listVastClicks(db, [...new Set(tags.filter(isVast).map(({ uuid }) => uuid))]);
  const counting = await findThirdPartyHosts(db);
  return new Map(
    tags.map((tag) => {
      const document = documents.get(tag.fileHash);
      const click = clicks.get(tag.uuid);
      const declared = isVast(tag) ? (click ? [click] : []) : document ? tagDestinations(document) : [];
      return [tagKey(tag), declared.filter((url) => !isHostIn(new URL(url).hostname, counting))];
    }),
  );
}

export const tagKey = ({ uuid, fileHash }: Pick<Tag, "uuid" | "fileHash">): string => `${uuid} ${fileHash}`;

/** Where the tags of a campaign lead that has not started. */
export async function draftTagLinks(db: Executor, campaignId: number): Promise<string[]> {
  const chosen = await listChosenTags(db, campaignId);
  const links = await tagLinksOf(
    db,
    chosen.map(({ isVast, ...tag }) => ({ ...tag, isThirdParty: true, ...(isVast && { vastTag: true }) })),
  );
  return [...new Set([...links.values()].flat())];
}
