import type { BannerFields } from "@litfass/contract/creatives/banner-fields";
import type { ContentValues } from "@litfass/contract/creatives/creative-content";
import type { BannerVideo } from "../use-banner-video.ts";

/** Sample texts for fields that are still empty. */
export type ExampleTexts = { title: string; description: string; buttonText: string };

const nothing: ExampleTexts = { title: "", description: "", buttonText: "" };

/**
 * Converts an advertiser's input to the renderer's fields.
 * @param sources images as data URIs by uuid; other images are omitted.
 * @param examples shown for fields that are still empty.
 * @param video shown instead of the images.
 */
export function bannerFieldsOf(
  values: ContentValues,
  sources: ReadonlyMap<string, string>,
  examples: ExampleTexts = nothing,
  bannerVideo: BannerVideo | null = null,
): BannerFields {
  const { logo, images } = values;
  const logoSource = logo && sources.get(logo.uuid);
  return {
    title: values.title.trim() || examples.title,
    description: values.description.trim() || examples.description,
    buttonText: values.button_text.trim() || examples.buttonText,
    background: values.background_color,
    button: values.button_color,
    font: values.font,
    lang: values.lang,
    logo: logo && logoSource ? { src: logoSource, width: logo.width, height: logo.height, tones: logo.tones } : null,
    ...(bannerVideo && { bannerVideo: { src: bannerVideo.src } }),
    images: bannerVideo
      ? [bannerVideo.poster]
      : images.flatMap(({ uuid, width, height, focus, crops }) => {
          const src = sources.get(uuid);
          return src ? [{ src, width, height, focus: [focus.x, focus.y] as [number, number], crops }] : [];
        }),
  };
}
