import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import type { CompanionKind, ConsentSignal } from "../../kernel/ad-request.ts";
import { escapeMarkup } from "../../kernel/escape-markup.ts";
import type { AdUrls } from "../../serving/tokens/ad-urls.ts";
import { companionMarkup, documentUrl } from "../response/markup.ts";
import { cdata } from "./cdata.ts";

type CompanionOptions = {
  kinds: readonly CompanionKind[];
  advertiser: string;
  language: string | undefined;
  consent: ConsentSignal | undefined;
  /** Whether a picture is described, which older versions want in another place. */
  describes: boolean;
};

/**
 * Companion banners as elements of VAST's `CompanionAds`, each with one resource, as VAST 2 and 3 require it: markup
 * with the label where the player takes it, else a page or a picture. Only a picture needs a click URL beside it.
 */
export const companionElements = (
  companions: readonly SnapshotCreative[],
  urls: AdUrls,
  options: CompanionOptions,
): string =>
  companions
    .map((creative) => {
      const { width, height } = creative;
      return `<Companion width="${width}" height="${height}">${resourceOf(creative, urls, options)}</Companion>`;
    })
    .join("");

function resourceOf(creative: SnapshotCreative, urls: AdUrls, options: CompanionOptions): string {
  const { kinds, advertiser, language, consent, describes } = options;
  if (kinds.includes("html")) {
    return `<HTMLResource>${cdata(companionMarkup(creative, urls, advertiser, language, consent))}</HTMLResource>`;
  }
  const picture = creative.kind === "image" ? creative.fileHash : creative.pictureHash;
  if (picture === undefined || !kinds.includes("picture")) {
    return `<IFrameResource>${cdata(documentUrl(creative, urls, consent))}</IFrameResource>`;
  }
  return (
    `<StaticResource creativeType="${pictureType(creative)}">${cdata(urls.file(picture))}</StaticResource>` +
    `${describes ? `<AltText>${escapeMarkup(advertiser)}</AltText>` : ""}<CompanionClickThrough>${cdata(urls.click)}</CompanionClickThrough>`
  );
}

/** Uploaded pictures are stored as WebP, drawn ones as JPEG. */
const pictureType = ({ kind }: SnapshotCreative): string => (kind === "image" ? "image/webp" : "image/jpeg");
