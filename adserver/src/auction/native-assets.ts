import type { SnapshotNative } from "@litfass/contract/adserver/snapshot";
import type { NativeAsset, NativeRequest } from "../kernel/ad-request.ts";

export type NativePicture = SnapshotNative["pictures"][number];
/** What a campaign gives for an asset. */
export type NativePart = { asset: NativeAsset; text: string } | { asset: NativeAsset; picture: NativePicture };

/**
 * The parts of a native ad that a page asked for, undefined if a required one is missing. A text is never cut: one that
 * is too long is left out, like a picture that is too small.
 */
export function composeNative({ assets }: NativeRequest, content: SnapshotNative): NativePart[] | undefined {
  const parts: NativePart[] = [];
  for (const asset of assets) {
    const part = partFor(asset, content);
    if (part !== undefined) parts.push(part);
    else if (asset.isRequired) return undefined;
  }
  return parts.length === 0 ? undefined : parts;
}

function partFor(asset: NativeAsset, content: SnapshotNative): NativePart | undefined {
  switch (asset.kind) {
    case "title":
      return textFor(asset, asset.maxChars, content.title);
    case "sponsored":
      return textFor(asset, asset.maxChars, content.brand);
    case "description":
      return textFor(asset, asset.maxChars, content.description);
    case "button":
      return textFor(asset, asset.maxChars, content.buttonText);
    case "icon":
      return pictureFor(asset, content.logo === null ? [] : [content.logo], content.icons);
    case "main":
      return pictureFor(asset, content.pictures, content.crops);
    default:
      return undefined;
  }
}

/** Length in characters, as people count them. */
const textFor = (asset: NativeAsset, maxChars: number, text: string): NativePart | undefined =>
  text === "" || [...text].length > maxChars ? undefined : { asset, text };

/** Proportions that differ by less look the same. */
const sameProportion = 0.02;

/**
 * The picture for an asset: a crop in the proportion that it asks for, else the first picture that is large enough and of
 * an accepted type, else the crop that comes closest to the proportion.
 */
function pictureFor(asset: ImageAsset, pictures: NativePicture[], crops: NativePicture[] = []): NativePart | undefined {
  const fitting = crops.filter((crop) => fitsAsset(crop, asset)).sort((a, b) => offBy(a, asset) - offBy(b, asset));
  const [closest] = fitting;
  const isClose = closest !== undefined && asset.proportion !== undefined && offBy(closest, asset) < sameProportion;
  const picture = isClose ? closest : (pictures.find((each) => fitsAsset(each, asset)) ?? closest);
  return picture === undefined ? undefined : { asset, picture };
}

type ImageAsset = NativeAsset & { kind: "icon" | "main" };

function fitsAsset({ width, height, contentType }: NativePicture, { exact, least, contentTypes }: ImageAsset): boolean {
  const fitsExactly = [width, height].every((pixels, at) => exact[at] === 0 || pixels === exact[at]);
  const isLarge = width >= least[0] && height >= least[1];
  return fitsExactly && isLarge && (contentTypes.length === 0 || contentTypes.includes(contentType));
}

/** How much the proportion of a picture differs from the one asked for, as a logarithm; 0 if none is. */
const offBy = ({ width, height }: NativePicture, { proportion }: ImageAsset): number =>
  proportion === undefined ? 0 : Math.abs(Math.log(width / height / proportion));
