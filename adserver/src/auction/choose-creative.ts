import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import { isHostIn } from "@litfass/contract/settings/third-party-hosts";
import type { Slot } from "../kernel/ad-request.ts";
import { followsTag } from "../kernel/vast-version.ts";
import { audioFormat, type CompiledCampaign, nativeFormat, videoFormat } from "./campaign-index/index-compile.ts";
import type { Engine } from "./engine.ts";
import type { CreativeTerms } from "./exchange-terms.ts";
import { composeNative } from "./native-assets.ts";

/** A random one of the campaign's creatives that a slot and the exchange's terms accept; undefined if there is none. */
export function creativeFor(
  engine: Engine,
  slot: Slot,
  campaign: CompiledCampaign,
  accepted?: CreativeTerms,
): SnapshotCreative | undefined {
  const sizes = slot.kind === "banner" ? slot.sizes : formatsOfKind[slot.kind];
  let chosen: SnapshotCreative | undefined;
  let fitting = 0;
  for (const size of sizes) {
    const creatives = campaign.creatives.get(size);
    if (creatives === undefined) continue;
    for (const creative of creatives) {
      if (
        !fits(slot, creative) ||
        !isAllowed(engine, creative) ||
        accepted?.takes(campaign.snapshot, creative) === false
      )
        continue;
      fitting++;
      // Reservoir sampling: each fitting creative is equally likely.
      if (fitting === 1 || engine.random.number() * fitting < 1) chosen = creative;
    }
  }
  return chosen;
}

/** No policy of browsers protects players, so every host that a VAST tag led to must be allowed at each bid. */
const isAllowed = ({ thirdPartyHosts }: Engine, { vastTag }: SnapshotCreative): boolean =>
  vastTag === undefined || vastTag.hosts.every((host) => isHostIn(host, thirdPartyHosts));

const formatsOfKind = { video: [videoFormat], native: [nativeFormat], audio: [audioFormat] };

/** Whether a slot accepts a creative, one file of a video or spot, or the parts of a native ad. */
export function fits(slot: Slot, creative: SnapshotCreative): boolean {
  // Pages compose native ads of texts and still pictures, which have no attribute that a publisher could block.
  if (slot.native !== undefined) {
    return creative.native !== undefined && composeNative(slot.native, creative.native) !== undefined;
  }
  const { attributes } = creative;
  if (attributes !== undefined && slot.blockedAttributes.some((code) => attributes.includes(code))) return false;
  const player = slot.video ?? slot.audio;
  if (player === undefined) return creative.kind === "image" ? slot.allowsImage : slot.allowsHtml;
  if (creative.vastTag !== undefined && !followsTag(player, creative.vastTag.version)) return false;
  const { minSeconds, maxSeconds, exactSeconds, minKbps, maxKbps, contentTypes } = player;
  // VAST states whole seconds, so 15.02 seconds counts as 15.
  const seconds = Math.round(creative.durationSeconds ?? maxSeconds);
  if (exactSeconds.length > 0 ? !exactSeconds.includes(seconds) : seconds < minSeconds || seconds > maxSeconds)
    return false;
  const { bitrateKbps } = creative;
  if (bitrateKbps !== undefined && (bitrateKbps < minKbps || bitrateKbps > maxKbps)) return false;
  return contentTypes.length === 0 || contentTypes.includes(creative.contentType ?? "video/mp4");
}
