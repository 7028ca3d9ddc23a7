import { signedPreviewUrl } from "@litfass/adserver/index";
import type { Platform } from "@litfass/platform/platform";

export type PreviewOrigin = { adsUrl: string; signingSecret: string; nowMs: number };

export const previewOriginOf = ({ config, clock }: Pick<Platform, "config" | "clock">): PreviewOrigin => ({
  adsUrl: config.adsUrl,
  signingSecret: config.secrets.signing[0],
  nowMs: clock.now().getTime(),
});

/** A banner's video in a published document: relative, because both are files of the ads origin. */
export const bannerVideoUrl = (hash: string): string => `${hash}.mp4`;

/** The same for previews, valid for an hour even while the video is held. */
export const previewVideoUrl = (hash: string, origin: PreviewOrigin): string =>
  signedPreviewUrl(bannerVideoUrl(hash), origin);

/** A published document for a preview outside of the ads origin: its video gets an absolute URL. */
export const withPreviewVideo = (document: string, origin: PreviewOrigin): string =>
  document.replace(
    /data-video="([0-9a-f]{40})\.mp4"/,
    (_attribute, hash: string) => `data-video="${previewVideoUrl(hash, origin)}"`,
  );
