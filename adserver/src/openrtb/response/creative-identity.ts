import { createHash } from "node:crypto";
import type { CampaignSnapshot, SnapshotCreative, SnapshotNative } from "@litfass/contract/adserver/snapshot";
import { memoize, memoizeByRef } from "../../kernel/memoize.ts";
import { normaliseDomain } from "../../kernel/normalize.ts";
import { rootDomain } from "../../sync/root-domain.ts";

/** What an exchange reviews and blocks a finished creative by. */
export type CreativeIdentity = {
  /** `crid` and `adid`: 32 hexadecimal digits. */
  id: string;
  /** `adomain`: the registrable domain of its landing page. */
  domain: string;
};

const maxOwners = 10;
const idOf = (parts: unknown[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);

/**
 * The identities of a campaign's creatives. An ID is derived from the advertiser, the landing domain and the content,
 * so it outlives restarts and republishing, changes with the content, and is never that of another advertiser, for whom
 * an exchange would block it as well. Renditions of one video share theirs, and so do the files
 * of a spot, whose content includes its companion banners.
 */
export const identitiesOf = memoizeByRef((snapshot: CampaignSnapshot): Map<SnapshotCreative, CreativeIdentity> => {
  const hashesPlayed = new Map<string, string[]>();
  for (const { kind, uuid, fileHash } of snapshot.creatives) {
    if (isPlayed(kind)) hashesPlayed.set(uuid, [...(hashesPlayed.get(uuid) ?? []), fileHash]);
  }
  const companions = snapshot.creatives.filter(({ isCompanion }) => isCompanion).map(({ fileHash }) => fileHash);
  return new Map(
    snapshot.creatives.map((creative) => {
      const content = isPlayed(creative.kind)
        ? [...(hashesPlayed.get(creative.uuid) ?? []), ...companions].toSorted()
        : [creative.format, creative.fileHash];
      const domain = landingDomain(snapshot, creative);
      const parts = [snapshot.ownerUid, domain, creative.kind, ...content];
      return [creative, { id: idOf(parts), domain }];
    }),
  );
});

const isPlayed = (kind: SnapshotCreative["kind"]): boolean => kind === "video" || kind === "audio";

/** Private suffixes count, so a shop at a hosting provider has its own name. */
const landingDomain = ({ advertiserDomain }: CampaignSnapshot, { destinationUrl }: SnapshotCreative): string =>
  rootDomain(normaliseDomain(destinationUrl ?? advertiserDomain));

/** The identity of a creative of this campaign. */
export function identityOf(snapshot: CampaignSnapshot, creative: SnapshotCreative): CreativeIdentity {
  const identity = identitiesOf(snapshot).get(creative);
  if (identity === undefined) throw new Error(`Creative ${creative.uuid} is not in campaign ${snapshot.campaignId}`);
  return identity;
}

const nativeIds = memoizeByRef((native: SnapshotNative) => memoize((id) => idOf([id, native]), maxOwners));

/**
 * The identity of the native ads made of a creative's parts: another ad than its banner, with the same landing page.
 */
export function nativeIdentityOf(snapshot: CampaignSnapshot, creative: SnapshotCreative): CreativeIdentity {
  const { id, domain } = identityOf(snapshot, creative);
  return { id: creative.native === undefined ? id : nativeIds(creative.native)(id), domain };
}
