import { type BannerItem, withItem } from "@litfass/banner/feed-item";
import { renderBanner } from "@litfass/banner/render";
import type { BannerFields } from "@litfass/contract/creatives/banner-fields";
import type { Format } from "@litfass/contract/kernel/formats";
import { useMemo } from "react";
import type { BannerTemplate } from "./use-banner-template.ts";

/** Replaces fields with a product of the campaign's feed, as delivery does. */
export const useFeedFields = (drawable: BannerTemplate | null, fields: BannerFields, item: BannerItem | null) =>
  useMemo(() => (drawable && item ? withItem(drawable.template, fields, item) : fields), [drawable, fields, item]);

/** The banners of the given formats as HTML; null while the template is loading. Clicks lead nowhere here. */
export function useDrawnBanners(
  drawable: BannerTemplate | null,
  fields: BannerFields,
  formats: readonly Format[],
  still: boolean,
): Partial<Record<Format, string | null>> {
  return useMemo(
    () =>
      Object.fromEntries(
        formats.map((format) => [
          format,
          drawable && renderBanner(drawable.kit, drawable.template, format, fields, { click: "", still }),
        ]),
      ),
    [drawable, fields, formats, still],
  );
}
