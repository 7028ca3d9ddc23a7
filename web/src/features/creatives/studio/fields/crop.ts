import { pictureRatio } from "@litfass/banner/layout";
import { nearestImage } from "@litfass/banner/render";
import type { Template } from "@litfass/banner/template";
import { type Crop, largestZoom } from "@litfass/contract/creatives/banner-fields";
import type { ContentValues } from "@litfass/contract/creatives/creative-content";
import type { Format } from "@litfass/contract/kernel/formats";

type Picture = ContentValues["images"][number];

/** The formats in which a template shows this image. */
export const formatsWith = (
  template: Pick<Template, "picture" | "slots">,
  formats: readonly Format[],
  images: readonly Picture[],
  uuid: string,
): Format[] =>
  formats.filter((format) => {
    const ratio = pictureRatio(template, format);
    return ratio !== null && nearestImage(images, ratio)?.uuid === uuid;
  });

/** The crop of a format: its own, or the common focus point. */
export const cropIn = ({ focus, crops }: Picture, format: Format | null): Crop =>
  (format && crops[format]) || { ...focus, zoom: 1 };

/** Changes the focus point or zoom of one format, or of all if `format` is null. */
export function cropped(image: Picture, format: Format | null, change: Partial<Crop>): Picture {
  if (format === null) {
    const { x, y } = { ...image.focus, ...change };
    return { ...image, focus: { x, y } };
  }
  const crop = { ...cropIn(image, format), ...change };
  return { ...image, crops: { ...image.crops, [format]: { ...crop, zoom: zoomWithin(crop.zoom) } } };
}

/** The image without the format's own crop. */
export function uncropped(image: Picture, format: Format): Picture {
  const { [format]: _gone, ...crops } = image.crops;
  return { ...image, crops };
}

const zoomWithin = (zoom: number): number => Math.round(Math.min(largestZoom, Math.max(1, zoom)) * 20) / 20;
