import { renderBanner } from "@litfass/banner/render";
import { type BannerLogo, bannerLimits } from "@litfass/contract/creatives/banner-fields";
import type { Format } from "@litfass/contract/kernel/formats";
import type { Language } from "@litfass/contract/kernel/language";
import { line } from "@litfass/contract/kernel/text";
import { escapeHtml } from "@litfass/platform/http/pages/html";
import { z } from "zod";
import { templateKit } from "../../creatives/index.ts";
import { t } from "./texts.ts";

export const draftLimits = { name: bannerLimits.title, text: bannerLimits.description } as const;

/** The color pairs that a visitor can choose, each legible: background, button, text on the background. */
export const draftColors = {
  night: { background: "#0b3a75", button: "#ffc94a", ink: "#ffffff" },
  straw: { background: "#ffc94a", button: "#121b26", ink: "#121b26" },
  red: { background: "#f2542d", button: "#121b26", ink: "#121b26" },
  paper: { background: "#f5f5f2", button: "#338cf5", ink: "#121b26" },
} as const;
export type DraftColor = keyof typeof draftColors;
export const colorNames = Object.keys(draftColors) as DraftColor[];

/** What a visitor typed; a missing or invalid part is empty or the default. */
export const draftSchema = z.object({
  name: line({ min: 0, max: draftLimits.name }).catch(""),
  text: line({ min: 0, max: draftLimits.text }).catch(""),
  color: z.enum(["night", "straw", "red", "paper"]).catch("night"),
});
export type Draft = z.output<typeof draftSchema>;

/** The visitor's banner in one format, by the renderer of all banners. Nothing typed gives the example. */
export function drawDraft(draft: Draft, format: Format, lang: Language): string {
  const kit = templateKit();
  const name = draft.name || t(lang, "try.sampleName");
  const text = draft.text || t(lang, "try.sampleText");
  const { background, button, ink } = draftColors[draft.color];
  const isHeadline = text.length <= bannerLimits.title;
  return renderBanner(
    kit,
    kit.templates.poster.template,
    format,
    {
      title: isHeadline ? text : name,
      description: isHeadline ? "" : text,
      buttonText: t(lang, "try.button"),
      // A long sentence is the description below the name, which then is not repeated as a logo.
      logo: isHeadline ? wordmark(name, ink) : null,
      images: [],
      background,
      button,
      lang,
    },
    { click: "" },
  );
}

const characterWidth = 52;

/** The company's name as a logo. */
function wordmark(name: string, ink: string): BannerLogo {
  const width = Math.max(3, name.length) * characterWidth;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="100"><text x="0" y="76" font-family="Arial,Helvetica,sans-serif" font-weight="800" font-size="84" textLength="${width}" lengthAdjust="spacingAndGlyphs" fill="${ink}">${escapeHtml(name)}</text></svg>`;
  return { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, width, height: 100, tones: [ink] };
}
