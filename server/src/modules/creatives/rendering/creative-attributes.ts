/** Reasons why publishers reject ads, numbered by AdCOM's list of creative attributes. */
const codes = { soundAtOnce: 1, soundOnDemand: 2, videoAtOnce: 6, videoOnDemand: 7, dialog: 14 } as const;

/** The attributes of a template with a video. */
export const bannerVideoAttributes: readonly number[] = [codes.videoAtOnce];

const videoElement = /<video\b|createElement\(\s*["'`]video/i;
const silent = /<video\b[^<>]*\smuted\b|\.muted\s*=\s*(?:true|!0)/i;
const sound = /<audio\b|new\s+Audio\s*\(|AudioContext\b/i;
const startsAlone = /\sautoplay\b|\.autoplay\s*=|\.play\s*\(|AudioContext\b/i;
const dialog = /\b(?:alert|confirm|prompt)\s*\(/;

/**
 * The creative attributes of a finished banner's document; empty for a plain one. If unclear, it counts as autoplay.
 */
export function creativeAttributes(html: string): number[] {
  const hasVideo = videoElement.test(html);
  const isAtOnce = startsAlone.test(html);
  const found: number[] = [];
  if (sound.test(html) || (hasVideo && !silent.test(html))) {
    found.push(isAtOnce ? codes.soundAtOnce : codes.soundOnDemand);
  }
  if (hasVideo) found.push(isAtOnce ? codes.videoAtOnce : codes.videoOnDemand);
  if (dialog.test(html)) found.push(codes.dialog);
  return found;
}
