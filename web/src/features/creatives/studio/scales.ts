import { type Format, sizeOf } from "@litfass/contract/kernel/formats";

/** The widest format: what a common scale has to fit. */
const widest = 994;

/** Below this room (px) a common scale would make small formats unreadable: each format then fills the width itself. */
export const minCommonScaleWidth = 420;

/** The common scale (0 to 1) at which the widest format fits into `room` px. Never enlarges. */
export const fitScale = (width: number): number => Math.min(1, Math.max(0.05, width / widest));

/** The scale of a format in `room` px: the common one, or on a phone its own. */
export function scaleIn(width: number, format: Format): number {
  if (width >= minCommonScaleWidth) return fitScale(width);
  return Math.min(1, width / sizeOf(format).width);
}

/** A scale as it is written: 0.736 is "74%". */
export const scaleText = (scale: number): string => `${Math.round(scale * 100)}%`;
