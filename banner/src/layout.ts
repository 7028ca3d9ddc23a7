import { type Shape, shapeOf } from "@litfass/contract/creatives/banner-fields";
import { type BasicFormat, type Format, formats, isBasicFormat, sizeOf } from "@litfass/contract/kernel/formats";
import type { Template } from "./template.ts";

/**
 * How a template is laid out in a format: by the rules of a basic format, by these rules stretched to a similar size, or as
 * a small format with logo, headline and button only.
 */
export type Layout =
  | { kind: "basic"; shape: Shape }
  | { kind: "stretched"; shape: Shape; x: number; y: number }
  | { kind: "small"; shape: SmallShape };

/** A strip such as 320x50, or a mobile banner of twice its height. */
export type SmallShape = "st" | "mb";

/** Stretched further down, texts at their smallest legible size no longer fit. */
const smallestStretch = 0.72;

/** The layout of a format; null if templates cannot be drawn in it, because it is too small. */
export function layoutOf(format: Format): Layout | null {
  if (isBasicFormat(format)) return { kind: "basic", shape: shapeOf[format] };
  const { width, height } = sizeOf(format);
  if (width >= 280 && width <= 640 && height >= 48 && height < 150) {
    return { kind: "small", shape: height < 75 ? "st" : "mb" };
  }
  const { format: nearest, x, y } = nearestBasic(width, height);
  if (Math.min(x, y) < smallestStretch) return null;
  return { kind: "stretched", shape: shapeOf[nearest], x, y };
}

/** The formats in which templates can be drawn. */
export const isDrawable = (format: Format): boolean => layoutOf(format) !== null;

/** The basic format with the most similar aspect ratio. */
function nearestBasic(width: number, height: number): { format: BasicFormat; x: number; y: number } {
  const candidates = formats.map((format) => {
    const basic = sizeOf(format);
    return { format, x: width / basic.width, y: height / basic.height };
  });
  const distortion = ({ x, y }: { x: number; y: number }): number => Math.abs(Math.log(x / y));
  return candidates.reduce((best, each) => (distortion(each) < distortion(best) ? each : best));
}

/** The aspect ratio of the picture's box in a format; null if the format shows none. */
export function pictureRatio({ picture, slots }: Pick<Template, "picture" | "slots">, format: Format): number | null {
  const layout = layoutOf(format);
  if (picture === "none" || layout === null) return null;
  if (layout.kind === "basic") return slots[layout.shape];
  if (layout.kind === "stretched") return (slots[layout.shape] * layout.x) / layout.y;
  return hasThumbnail(layout.shape, sizeOf(format).width) ? 1 : null;
}

/** A picture fits next to the headline of a strip only if that is wide. */
export const hasThumbnail = (shape: SmallShape, width: number): boolean => shape === "mb" || width >= 400;
