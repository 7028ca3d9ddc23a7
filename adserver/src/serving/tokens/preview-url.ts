import { previewSigner, type Signer } from "./signing.ts";

/** Validity of a preview URL of a held file, in ms. */
const previewMs = 3_600_000;

type Origin = { adsUrl: string; signingSecret: string; nowMs: number };

/** URL of the preview of a published file, valid for an hour, even while it is held. The caller decides who gets it. */
export function signedPreviewUrl(file: string, { adsUrl, signingSecret, nowMs }: Origin): string {
  const hash = file.slice(0, 40);
  return `${adsUrl}/ad/${file}?preview=${previewSigner([signingSecret]).sign(`${hash}~${nowMs + previewMs}`)}`;
}

/** Whether `token` was signed for this file and has not expired. */
export function mayPreview(previews: Signer, hash: string, token: string, nowMs: number): boolean {
  const [file, until] = previews.open(token)?.split("~") ?? [];
  return file === hash && Number(until) > nowMs;
}
