import type { PictureNeed } from "@litfass/banner/template";
import {
  type BannerFields,
  type BannerFont,
  bannerLimits,
  type Crops,
  imageSideLimit,
} from "@litfass/contract/creatives/banner-fields";
import type { ContentField, ContentValues } from "@litfass/contract/creatives/creative-content";
import { isLanguage, type Language } from "@litfass/contract/kernel/language";
import type { BannerDesign } from "../banner-design.ts";
import { bannerVideoUrl } from "../rendering/banner-video-url.ts";
import type { ContentRow } from "../tables.ts";
import { t } from "../texts.ts";
import type { ImageRow } from "./campaign-image-sql.ts";
import { sampleFields } from "./samples.ts";

/** The content of a campaign with its images, and with the template's colors by default. Pure. */
export type BannerContent = {
  title: string;
  description: string;
  buttonText: string;
  background: string;
  button: string;
  font: BannerFont | null;
  lang: Language;
  logo: ImageRow | null;
  images: { row: ImageRow; focus: { x: number; y: number }; crops: Crops }[];
  /** Shown instead of the images once it is converted. */
  video: ContentVideo | null;
};

/** The video in a campaign's banners: the hash of its video and its poster, once it is converted. */
export type ContentVideo = {
  status: "queued" | "running" | "done" | "failed";
  bannerVideo: string | null;
  poster: Pick<ImageRow, "contentType" | "body" | "width" | "height"> | null;
};

/** A database row with its images; missing images are left out. */
export function contentOf(
  row: ContentRow | null,
  pictures: ImageRow[],
  design: BannerDesign | null,
  lang: Language,
  video: ContentVideo | null = null,
): BannerContent {
  const picture = (uuid: string): ImageRow | null => pictures.find((image) => image.uuid === uuid) ?? null;
  const own = design ? sampleFields(design.sample, lang) : { background: "#ffffff", button: "#338cf5" };
  return {
    title: row?.title ?? "",
    description: row?.description ?? "",
    buttonText: row?.buttonText ?? "",
    background: row?.backgroundColor ?? own.background,
    button: row?.buttonColor ?? own.button,
    font: row?.font ?? null,
    lang: row?.lang ?? lang,
    logo: row?.logoImage ? picture(row.logoImage) : null,
    images: (row?.images ?? []).flatMap(({ uuid, focus, crops = {} }) => {
      const found = picture(uuid);
      return found ? [{ row: found, focus, crops }] : [];
    }),
    video,
  };
}

/** The content as the renderer expects it: images as data URIs. `urlOf` gives a video's URL by its hash. */
export function bannerFieldsOf(
  content: BannerContent,
  urlOf: (bannerVideo: string) => string = bannerVideoUrl,
): BannerFields {
  const source = ({ contentType, body }: Pick<ImageRow, "contentType" | "body">): string =>
    `data:${contentType};base64,${body.toString("base64")}`;
  const { logo, images, video, ...rest } = content;
  if (video?.bannerVideo && video.poster) {
    const { width, height } = video.poster;
    const poster = { src: source(video.poster), width, height, focus: [0.5, 0.5] as [number, number] };
    const fields = bannerFieldsOf({ ...content, video: null }, urlOf);
    return { ...fields, images: [poster], bannerVideo: { src: urlOf(video.bannerVideo) } };
  }
  return {
    ...rest,
    logo: logo && { src: source(logo), width: logo.width, height: logo.height, tones: logo.tones },
    images: images.map(({ row, focus, crops }) => ({
      src: source(row),
      width: row.width,
      height: row.height,
      focus: [focus.x, focus.y],
      crops,
    })),
  };
}

const labelOf = (field: ContentField, lang: Language): string => t(lang, `field.${field}`);

export type MissingField = { field: ContentField; label: string; message: string };

/** The fields that a template still needs, in the order of the form. */
export function missingFields(content: BannerContent, picture: PictureNeed, lang: Language): MissingField[] {
  const fields = {
    logo: content.logo === null,
    title: content.title === "",
    description: content.description === "",
    button_text: content.buttonText === "",
    images: picture === "required" && content.images.length === 0 && content.video === null,
    video: picture !== "none" && content.video !== null && content.video.status !== "done",
  };
  return (Object.keys(fields) as (keyof typeof fields)[])
    .filter((field) => fields[field])
    .map((field) => {
      const isFailed = field === "video" && content.video?.status === "failed";
      return {
        field,
        label: labelOf(field, lang),
        message: t(lang, isFailed ? "missing.video.failed" : `missing.${field}`),
      };
    });
}

/** The fields of a template's form with their limits. */
export function formFields(picture: PictureNeed, lang: Language) {
  const field = (
    name: ContentField,
    kind: "text" | "color" | "image" | "images",
    required: boolean,
    limits: { max_length?: number; max_files?: number; max_side?: number } = {},
  ) => ({
    name,
    label: labelOf(name, lang),
    kind,
    required,
    max_length: limits.max_length ?? null,
    max_files: limits.max_files ?? null,
    max_side: limits.max_side ?? null,
  });
  const pictures = field("images", "images", picture === "required", {
    max_files: bannerLimits.images,
    max_side: imageSideLimit,
  });
  return [
    field("logo", "image", true, { max_files: 1, max_side: imageSideLimit }),
    field("title", "text", true, { max_length: bannerLimits.title }),
    field("description", "text", true, { max_length: bannerLimits.description }),
    field("button_text", "text", true, { max_length: bannerLimits.buttonText }),
    ...(picture === "none" ? [] : [pictures]),
    field("background_color", "color", false),
    field("button_color", "color", false),
  ];
}

export const imageUrl = (campaignId: number, uuid: string): string =>
  `/api/v1/user-creatives/${campaignId}/images/${uuid}`;

/** An uploaded image in the format of the API. */
export const presentImage = (row: ImageRow) => ({
  uuid: row.uuid,
  kind: row.kind,
  name: row.name,
  url: imageUrl(row.campaignId, row.uuid),
  width: row.width,
  height: row.height,
  size_bytes: row.body.length,
  tones: row.tones,
});

/** The content in the format of the API. */
export const presentContent = (content: BannerContent): ContentValues => ({
  title: content.title,
  description: content.description,
  button_text: content.buttonText,
  background_color: content.background,
  button_color: content.button,
  font: content.font,
  logo: content.logo && presentImage(content.logo),
  images: content.images.map(({ row, focus, crops }) => ({ ...presentImage(row), focus, crops })),
  lang: content.lang,
});

/** The banner's language, which determines months and line breaks: the campaign's if the templates support it. */
export const bannerLanguage = (language: string | null, otherwise: Language): Language =>
  isLanguage(language) ? language : otherwise;
