import { type Format, sizeOf } from "@litfass/contract/kernel/formats";

/** The widest format: what a common scale has to fit. */
const widest = 994;

/** Below this room (px) a common scale would make small formats unreadable: each format then fills the width itself. */
export const commonRoom = 420;

/** The common scale (0 to 1) at which the widest format fits into `room` px. Never enlarges. */
export const fitScale = (room: number): number => Math.min(1, Math.max(0.05, room / widest));

/** The scale of a format in `room` px: the common one, or on a phone its own. */
export function scaleIn(room: number, format: Format): number {
  if (room >= commonRoom) return fitScale(room);
  return Math.min(1, room / sizeOf(format).width);
}

/** A scale as it is written: 0.736 is "74%". */
export const scaleText = (scale: number): string => `${Math.round(scale * 100)}%`;
