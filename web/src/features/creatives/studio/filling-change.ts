import type { ContentChange, ContentValues } from "@litfass/contract/creatives/creative-content";

/** The form's changes, with full images where the API has only their uuids. */
export type FillingPatch = Partial<Omit<ContentValues, "lang">>;

/** A patch in the shape of the API. */
export function changeOf({ logo, images, ...texts }: FillingPatch): ContentChange {
  return {
    ...texts,
    ...(logo !== undefined && { logo: logo?.uuid ?? null }),
    ...(images !== undefined && { images: images.map(({ uuid, focus, crops }) => ({ uuid, focus, crops })) }),
  };
}

/** "images.2.uuid" belongs to the field `images`. */
export const fieldOf = (path: string): string => path.split(".")[0] ?? path;

/** The first message of each field. */
export function byField(messages: Record<string, string>): Record<string, string> {
  const first: Record<string, string> = {};
  for (const [path, text] of Object.entries(messages)) first[fieldOf(path)] ??= text;
  return first;
}

/** A patch without the invalid fields: they are not sent. */
export const without = (patch: FillingPatch, refused: Record<string, string>): FillingPatch =>
  Object.fromEntries(Object.entries(patch).filter(([field]) => !(field in refused)));

/** The values to render: an incomplete color is ignored. */
export function drawnValues(saved: ContentValues, typed: FillingPatch): ContentValues {
  const isColor = (value: string | undefined): value is string => /^#[0-9a-f]{6}$/i.test(value ?? "");
  const { background_color, button_color, ...rest } = typed;
  return {
    ...saved,
    ...rest,
    ...(isColor(background_color) && { background_color }),
    ...(isColor(button_color) && { button_color }),
  };
}
