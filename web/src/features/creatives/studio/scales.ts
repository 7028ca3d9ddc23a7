import { deviceOfFormat, type Format, sizeOf } from "@litfass/contract/kernel/formats";

/** The widest format: a common scale must fit it. */
const widest = 994;

/** Below this width (px) a common scale would make small formats unreadable: each format then fills the width. */
export const minCommonScaleWidth = 420;

/** The common scale (0 to 1) at which the widest format fits into `width` px. Never enlarges. */
export const fitScale = (width: number): number => Math.min(1, Math.max(0.05, width / widest));

/**
 * The scale of a format in `width` px: the common one, or its own on a phone. Formats for phones are small enough to be
 * shown as they are, and would be unreadable at the common scale.
 */
export function scaleIn(width: number, format: Format): number {
  const own = Math.min(1, width / sizeOf(format).width);
  if (width < minCommonScaleWidth || deviceOfFormat(format) === "phone") return own;
  return Math.min(own, fitScale(width));
}

/** Formats a scale: 0.736 is "74%". */
export const scaleText = (scale: number): string => `${Math.round(scale * 100)}%`;
