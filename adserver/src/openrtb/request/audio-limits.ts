import type { AudioLimits, CompanionKind } from "../../kernel/ad-request.ts";
import { type JsonRecord, list, numbers, record } from "../../kernel/coerce.ts";
import { bannerKinds } from "./banner-kinds.ts";
import { playerLimits } from "./player-limits.ts";

const maxCompanions = 10;

/** Names that exchanges and players use for the two types of our files. */
const otherNames = new Map([
  ["audio/mp3", "audio/mpeg"],
  ["audio/mpeg3", "audio/mpeg"],
  ["audio/x-mp3", "audio/mpeg"],
  ["audio/x-mpeg", "audio/mpeg"],
  ["audio/m4a", "audio/mp4"],
  ["audio/x-m4a", "audio/mp4"],
  ["audio/mp4a-latm", "audio/mp4"],
]);

/** AdCOM's companion types. */
const companionKinds: readonly (CompanionKind | undefined)[] = [undefined, "picture", "html", "frame"];
const allKinds: CompanionKind[] = ["picture", "html", "frame"];

/**
 * What an audio player accepts (OpenRTB 2.6, 3.2.8), and where it shows companion banners. All kinds of feeds, stitched
 * streams, positions and levels are accepted, because none of them changes which spots fit.
 */
export function audioLimits(audio: JsonRecord): AudioLimits | undefined {
  const limits = playerLimits(audio);
  if (limits === undefined) return undefined;
  const kinds = numbers(audio.companiontype).flatMap((code) => companionKinds[code] ?? []);
  return {
    ...limits,
    contentTypes: limits.contentTypes.map((type) => otherNames.get(type) ?? type),
    companions: list(audio.companionad, maxCompanions).map((banner) => bannerKinds(record(banner))),
    companionKinds: kinds.length === 0 ? allKinds : kinds,
  };
}
