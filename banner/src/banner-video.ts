import type { BannerFields } from "@litfass/contract/creatives/banner-fields";
import type { Format } from "@litfass/contract/kernel/formats";
import type { Language } from "@litfass/contract/kernel/language";
import { bannerText } from "./banner-texts.ts";
import { layoutOf } from "./layout.ts";
import { escapeHtml, type Template } from "./template.ts";

/**
 * The video that a banner of this template shows instead of a photo; null without one, without a poster, and in small
 * formats, whose thumbnail is too small for it.
 */
export function bannerVideoIn(
  { bannerVideo, images }: Pick<BannerFields, "bannerVideo" | "images">,
  { picture }: Pick<Template, "picture">,
  format: Format,
): BannerFields["bannerVideo"] {
  const shows = picture !== "none" && layoutOf(format)?.kind !== "small";
  return shows && bannerVideo && images.length > 0 ? bannerVideo : null;
}

/**
 * The markup with the photo replaced by a video of the same class, whose poster is the photo. It has no `src`: the
 * banner's script loads it after the page, which makes the file a subload.
 */
export function withBannerVideo(markup: string, photo: string, { src }: { src: string }): string {
  const [before, after] = [
    `src="${escapeHtml(photo)}"`,
    `poster="${escapeHtml(photo)}" data-video="${escapeHtml(src)}"`,
  ];
  return markup.replaceAll(/<img\b[^<>]*>/g, (image) =>
    image.includes(before)
      ? `${image
          .replace("<img", "<video")
          .replace(before, after)
          .replace(/ alt="[^"]*"/, "")
          .replace(
            / ?\/?>$/,
            "",
          )} muted playsinline disablepictureinpicture disableremoteplayback preload="none"></video>`
      : image,
  );
}

/** Rules for photos apply to the video, too. */
export const bannerVideoRules = (css: string): string => `${css.replace(/\bimg\b(?=[^{}]*\{)/g, ":is(img,video)")}
.banner-video{position:absolute;z-index:8;width:28px;height:28px;padding:0;border:0;border-radius:50%;background:rgb(0 0 0/.55);color:#fff;cursor:pointer}
.banner-video[hidden]{display:none}
.banner-video:focus-visible{outline:3px solid #fff;outline-offset:-4px}
.banner-video::before{content:"";display:block;width:10px;height:12px;margin:auto;background:linear-gradient(90deg,#fff 35%,#0000 0 65%,#fff 0)}
.banner-video.off::before{clip-path:polygon(10% 0,100% 50%,10% 100%);background:#fff}`;

/** The control that stops and starts the video. It lies outside the link, because links contain no buttons. */
export function bannerVideoButton(lang: Language): string {
  const [stop, play] = [bannerText("video.stop", lang), bannerText("video.play", lang)].map(escapeHtml);
  return `<button type="button" class="banner-video" hidden aria-label="${stop}" data-stop="${stop}" data-play="${play}"></button>`;
}
