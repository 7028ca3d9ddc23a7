import { signedPreviewUrl } from "@litfass/adserver/index";
import type { Platform } from "@litfass/platform/platform";

export type PreviewOrigin = { adsUrl: string; signingSecret: string; nowMs: number };

export const previewOriginOf = ({ config, clock }: Pick<Platform, "config" | "clock">): PreviewOrigin => ({
  adsUrl: config.adsUrl,
  signingSecret: config.secrets.signing,
  nowMs: clock.now().getTime(),
});

/** A banner's film in a published document: relative, because both are files of the ads origin. */
export const filmUrl = (hash: string): string => `${hash}.mp4`;

/** The same for previews, valid for an hour even while the film is held. */
export const previewFilmUrl = (hash: string, origin: PreviewOrigin): string => signedPreviewUrl(filmUrl(hash), origin);

/** A published document for a preview outside of the ads origin: its film gets an absolute URL. */
export const withPreviewFilm = (document: string, origin: PreviewOrigin): string =>
  document.replace(
    /data-film="([0-9a-f]{40})\.mp4"/,
    (_attribute, hash: string) => `data-film="${previewFilmUrl(hash, origin)}"`,
  );
