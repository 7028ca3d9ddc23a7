/** The focus point of an image that every crop includes, 0 to 1 from the left and the top. */
export type FocusPoint = { x: number; y: number };

type Box = { left: number; top: number; width: number; height: number };

/** The steps of an arrow key, without and with Shift. */
const step = { short: 0.02, long: 0.1 } as const;

const directions: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const within = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 1000) / 1000;

/** Converts a pointer position in the window to a point in the image's box. */
export const pointAt = (clientX: number, clientY: number, box: Box): FocusPoint => ({
  x: within(box.width > 0 ? (clientX - box.left) / box.width : 0.5),
  y: within(box.height > 0 ? (clientY - box.top) / box.height : 0.5),
});

/** The point after an arrow key; null for any other key. */
export function pointAfter(key: string, point: FocusPoint, far: boolean): FocusPoint | null {
  const direction = directions[key];
  if (!direction) return null;
  const length = far ? step.long : step.short;
  return { x: within(point.x + direction[0] * length), y: within(point.y + direction[1] * length) };
}
