import type { Format } from "../kernel/formats.ts";

/** Longest texts of a banner, in characters (RULE-001, RULE-002). */
export const bannerLimits = { title: 30, description: 90, buttonText: 28, images: 4 } as const;

/** A finished banner is one file of at most this many bytes, fonts and pictures included. */
export const bannerMaxBytes = 150_000;

/** Uploaded pictures stay under this many pixels on each side (RULE-003). */
export const imageSideLimit = 1500;

/**
 * The value of `clickTag` in a published banner. The ad server replaces it with the click URL; the banner
 * takes its link from there and from nowhere else.
 */
export const CLICK_PLACEHOLDER = "https://click.invalid/litfass";

/** A format's own crop: the point it keeps, and how much it is enlarged, 1 to `largestZoom`. */
export type Crop = { x: number; y: number; zoom: number };
export type Crops = Partial<Record<Format, Crop>>;
export const largestZoom = 3;

/**
 * A picture with its size in pixels and the point (0 to 1 from the left and the top) that every crop keeps; formats with a
 * crop of their own keep that one.
 */
export type BannerImage = { src: string; width: number; height: number; focus: [number, number]; crops?: Crops };

/** A logo and its dominant colors, which decide whether it needs a plate to stand out. */
export type BannerLogo = { src: string; width: number; height: number; tones: string[] };

/** Fonts that can replace a template's own. */
export const bannerFonts = ["Archivo", "Figtree", "Fraunces", "Jost"] as const;
export type BannerFont = (typeof bannerFonts)[number];

/** What an advertiser fills in, once for all formats. `src` are data URIs; colors are #rrggbb. */
export type BannerFields = {
  title: string;
  description: string;
  buttonText: string;
  logo: BannerLogo | null;
  images: BannerImage[];
  background: string;
  button: string;
  /** In place of the template's own. */
  font?: BannerFont | null;
  lang: "en" | "de";
};

/** The letter pair that a template's rules use for a format. */
export const shapeOf: Record<Format, Shape> = {
  "994x250": "bb",
  "300x600": "hp",
  "160x600": "sk",
  "300x250": "mr",
  "728x90": "lb",
};
export type Shape = "bb" | "hp" | "sk" | "mr" | "lb";
