import type { BasicFormat, Format } from "../kernel/formats.ts";
import type { Language } from "../kernel/language.ts";

/** Maximum text lengths of a banner in characters (RULE-001, RULE-002). */
export const bannerLimits = { title: 30, description: 90, buttonText: 28, images: 4 } as const;

/** A finished banner is one file of at most this many bytes, including fonts and images. */
export const bannerMaxBytes = 150_000;

/** Uploaded images have fewer pixels than this on each side (RULE-003). */
export const imageSideLimit = 1500;

/**
 * The value of `clickTag` in a published banner. The ad server replaces it with the click URL, which is the banner's
 * only link.
 */
export const CLICK_PLACEHOLDER = "https://click.invalid/litfass";

/** A format's own crop: its focus and its zoom, 1 to `largestZoom`. */
export type Crop = { x: number; y: number; zoom: number };
export type Crops = Record<Format, Crop>;
export const largestZoom = 3;

/**
 * An image with its size in pixels and the focus (0 to 1 from the left and the top) that every crop keeps; formats
 * with their own crop keep that one.
 */
export type BannerImage = { src: string; width: number; height: number; focus: [number, number]; crops?: Crops };

/** A logo and its dominant colors, which decide whether it needs a plate to stand out. */
export type BannerLogo = { src: string; width: number; height: number; tones: string[] };

/** Fonts that can replace a template's font. */
export const bannerFonts = ["Archivo", "Figtree", "Fraunces", "Jost"] as const;
export type BannerFont = (typeof bannerFonts)[number];

/** An advertiser's content, shared by all formats. `src` are data URIs; colors are #rrggbb. */
export type BannerFields = {
  title: string;
  description: string;
  buttonText: string;
  logo: BannerLogo | null;
  images: BannerImage[];
  /** A silent video shown instead of the photos. The first image is its poster; `src` is a URL, not a data URI. */
  bannerVideo?: { src: string } | null;
  background: string;
  button: string;
  /** Replaces the template's font. */
  font?: BannerFont | null;
  lang: Language;
};

/** The letter pair used for a basic format in a template's rules; other sizes are derived from them. */
export const shapeOf: Record<BasicFormat, Shape> = {
  "994x250": "bb",
  "300x600": "hp",
  "160x600": "sk",
  "300x250": "mr",
  "728x90": "lb",
};
export type Shape = "bb" | "hp" | "sk" | "mr" | "lb";
