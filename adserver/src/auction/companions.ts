import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import type { AudioLimits, BannerSpace } from "../kernel/ad-request.ts";

/**
 * The banners of an audio campaign that a player shows next to its spot: for each space the first one that fits. None
 * is shown twice.
 */
export function companionsFor(audio: AudioLimits, creatives: readonly SnapshotCreative[]): SnapshotCreative[] {
  const chosen: SnapshotCreative[] = [];
  for (const space of audio.companions) {
    const found = creatives.find(
      (creative) =>
        creative.isCompanion === true && !chosen.includes(creative) && fitsSpace(space, audio.companionKinds, creative),
    );
    if (found !== undefined) chosen.push(found);
  }
  return chosen;
}

function fitsSpace(space: BannerSpace, kinds: AudioLimits["companionKinds"], creative: SnapshotCreative): boolean {
  const { width, height, attributes, kind, pictureHash } = creative;
  if (!space.sizes.includes(`${width}x${height}`)) return false;
  if (attributes !== undefined && space.blockedAttributes.some((code) => attributes.includes(code))) return false;
  const isPicture = kind === "image" || pictureHash !== undefined;
  if (kinds.includes("picture") && isPicture && space.allowsImage) return true;
  if (kind === "image") return kinds.includes("html") && space.allowsImage;
  return space.allowsHtml && (kinds.includes("html") || kinds.includes("frame"));
}
