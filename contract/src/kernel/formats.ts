import { z } from "zod";
import { say } from "./validation.ts";

/** The basic set of banner formats (RULE-009), in which every template is offered. */
export const formats = ["994x250", "300x600", "160x600", "300x250", "728x90"] as const;
export type BasicFormat = (typeof formats)[number];
export const basicFormatSchema = z.enum(formats);

/** Further IAB sizes that an advertiser can add to a creative, those of phones first. Operators add sizes of their own. */
export const additionalFormats = [
  ...(["320x50", "320x100", "300x50"] as const),
  ...(["970x250", "970x90", "468x60", "336x280", "120x600", "250x250"] as const),
] as const;

/** An operator's own sizes, and all formats of one creative. */
export const maxOwnFormats = 20;
export const maxFormats = formats.length + additionalFormats.length + maxOwnFormats;

/** Width x height of a banner in px. */
export type Format = `${number}x${number}`;

/** The smallest and largest side of a format in px. */
export const formatSides = { min: 20, max: 2000 } as const;

const side = "(?:[2-9]\\d|[1-9]\\d{2}|1\\d{3}|2000)";
/** Any format with both sides within `formatSides`. */
export const formatSchema = z
  .string()
  .regex(new RegExp(`^${side}x${side}$`), say("format.invalid")) as unknown as z.ZodType<Format, Format>;

/** Every format that an installation offers, with the operator's own sizes: what uploads may have. */
export const offeredFormats = (own: readonly Format[]): Format[] => [...formats, ...additionalFormats, ...own];

export const isBasicFormat = (format: string): format is BasicFormat => basicFormatSchema.safeParse(format).success;

export const sizeOf = (format: string): { width: number; height: number } => {
  const [width = 0, height = 0] = format.split("x").map(Number);
  return { width, height };
};

/** Where a format is usually sold: on phones, on phones and computers, or on computers. */
export const formatDevices = ["phone", "any", "computer"] as const;
export type FormatDevice = (typeof formatDevices)[number];

/** By size: a phone shows about 336 px side by side, and a skyscraper is narrower than its columns. */
export function deviceOfFormat(format: string): FormatDevice {
  const { width, height } = sizeOf(format);
  if (width > 336) return "computer";
  if (height <= 100) return "phone";
  return width >= 200 ? "any" : "computer";
}

/** Devices a campaign can choose (FIELD-CAMP-016). */
export const devices = ["computer", "smartphone", "tablet", "connected_tv"] as const;
export type Device = (typeof devices)[number];
export const browsers = ["chrome", "safari", "firefox", "edge", "samsung_internet", "opera", "other"] as const;
export const environments = ["web", "app"] as const;
export const ageRanges = ["18-24", "25-34", "35-44", "45-54", "55-64", "65+", "unknown"] as const;
export const genders = ["male", "female"] as const;
export const parentalStatuses = ["parent", "not_a_parent", "unknown"] as const;
export const householdIncomes = ["top_10", "11_20", "21_30", "31_40", "41_50", "lower_50", "unknown"] as const;
export const strategies = ["awareness", "performance"] as const;
export const pacings = ["even", "ahead"] as const;
