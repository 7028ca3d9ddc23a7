import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import type { Bid } from "../../auction/auction.ts";
import type { AdUrls } from "../../serving/tokens/ad-urls.ts";
import type { Dialect } from "./dialect.ts";

const htmlMarkupType = 1;
const videoMarkupType = 2;
const audioMarkupType = 3;
const nativeMarkupType = 4;

/** Members of a bid since OpenRTB 2.6. */
export function newerFacts({ slot, creative: { durationSeconds } }: Bid) {
  if (slot.native !== undefined) return { mtype: nativeMarkupType };
  if (slot.video === undefined && slot.audio === undefined) return { mtype: htmlMarkupType };
  const dur = durationSeconds === undefined ? undefined : Math.max(1, Math.round(durationSeconds));
  return { mtype: slot.audio === undefined ? videoMarkupType : audioMarkupType, dur };
}

export const noticesOf = ({ win, bill, loss }: AdUrls, { notices }: Dialect): Record<string, string> => ({
  ...(notices.includes("win") ? { nurl: win } : undefined),
  ...(notices.includes("billing") ? { burl: bill } : undefined),
  ...(notices.includes("loss") ? { lurl: loss } : undefined),
});

/** The picture that an exchange's reviewers see: the image itself, or one drawn of an HTML banner. */
export function pictureUrl({ kind, fileHash, pictureHash }: SnapshotCreative, urls: AdUrls): string | undefined {
  const hash = kind === "image" ? fileHash : pictureHash;
  return hash === undefined ? undefined : urls.file(hash);
}

export function nativePictureUrl({ native }: SnapshotCreative, urls: AdUrls): string | undefined {
  const picture = native?.pictures[0] ?? native?.logo;
  return picture == null ? undefined : urls.file(picture.hash);
}
