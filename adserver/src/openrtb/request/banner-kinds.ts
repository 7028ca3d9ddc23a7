import type { BannerSpace } from "../../kernel/ad-request.ts";
import { type JsonRecord, list, number, numbers, record, texts } from "../../kernel/coerce.ts";
import { memoizeByRef } from "../../kernel/memoize.ts";

const maxSizes = 30;
const bannerTypes = { imageAd: 2, script: 3, frame: 4 };

/** What a banner object accepts. */
export const bannerKinds = memoizeByRef((banner: JsonRecord): BannerSpace => {
  const sizes: string[] = [];
  addSize(sizes, banner);
  for (const format of list(banner.format, maxSizes)) addSize(sizes, record(format));
  const blocked = numbers(banner.btype);
  const mimes = texts(banner.mimes).map((mime) => mime.toLowerCase());
  const takes = (pattern: RegExp): boolean => mimes.length === 0 || mimes.some((mime) => pattern.test(mime));
  const takesScript = !blocked.includes(bannerTypes.script) && takes(/html|javascript|^image\//);
  return {
    sizes,
    allowsHtml: takesScript && !blocked.includes(bannerTypes.frame) && takes(/html|javascript/),
    allowsImage: takesScript && !blocked.includes(bannerTypes.imageAd),
    blockedAttributes: numbers(banner.battr),
  };
});

function addSize(sizes: string[], from: JsonRecord): void {
  const width = number(from.w);
  const height = number(from.h);
  if (width === undefined || height === undefined || width <= 0 || height <= 0) return;
  const size = `${width}x${height}`;
  if (!sizes.includes(size)) sizes.push(size);
}
