import { parseTemplate } from "@litfass/banner/template";
import { TemplateFault } from "@litfass/banner/template-fault";
import { bannerMaxBytes, shapeOf } from "@litfass/contract/creatives/banner-fields";
import { fieldErrors } from "@litfass/contract/kernel/field-errors";
import { formats } from "@litfass/contract/kernel/formats";
import type { Language } from "@litfass/contract/kernel/language";
import { z } from "zod";
import { drawBanner } from "../rendering/render-campaign-creatives.ts";
import { sampleFields } from "../studio/samples.ts";
import { t } from "../texts.ts";
import { templateKit } from "./template-kit.ts";

const shapes = Object.values(shapeOf) as [string, ...string[]];
const settingsSchema = z.strictObject({
  fonts: z.array(z.string()).max(5),
  slots: z.record(z.enum(shapes), z.number().positive().max(20)),
  picture: z.enum(["required", "optional", "none"]),
  logoOn: z.enum(["bg", "white"]).optional(),
  derive: z.enum(["amount", "date", "quote"]).nullish(),
});

/** Messages use the setting names of the template syntax. */
const settingNames = Object.fromEntries(Object.keys(settingsSchema.shape).map((name) => [name, name]));

/** Markup that a template must not contain, because it runs on other sites with only our own script. */
const forbidden = [
  [/<script|\son[a-z]+\s*=|javascript:/i, "template.scripts"],
  [/(?:src|href)=["']?(?:https?:)?\/\/|url\(["']?(?:https?:)?\/\/|@import/i, "template.external"],
  [/<(?:iframe|object|embed|form|link|meta|base)\b/i, "template.elements"],
] as const;

/** The problems of a template's source as sentences in the reader's language; empty if it can be rendered. */
export function checkMarkup(markup: string, lang: Language): string[] {
  // Matched with and without white space, so that the patterns need not allow for it.
  const compact = markup.replace(/\s+/g, "");
  const found = forbidden
    .filter(([pattern]) => pattern.test(markup) || pattern.test(compact))
    .map(([, key]) => t(lang, key));
  const settings = settingsOf(markup, lang);
  if (typeof settings === "string") return [...found, settings];
  const unknown = settings.fonts.filter((family) => !(family in templateKit().fonts));
  if (unknown.length > 0) {
    found.push(t(lang, "template.fonts", { fonts: Object.keys(templateKit().fonts).join(", ") }));
  }
  for (const name of ["title", "action"] as const) {
    if (!new RegExp(`{{(?:${name}|soft${name === "title" ? "" : "Action"})}}`).test(markup)) {
      found.push(t(lang, "template.unused", { field: `{{${name}}}` }));
    }
  }
  return found.length > 0 ? found : weigh(markup, lang);
}

/** The settings at the top, or the error in them or in the sections below. */
function settingsOf(markup: string, lang: Language): z.infer<typeof settingsSchema> | string {
  try {
    parseTemplate(markup);
  } catch (error) {
    if (error instanceof TemplateFault) return error.in(lang);
    throw error;
  }
  const settings = settingsSchema.safeParse(JSON.parse(/^<!--([\s\S]*?)-->/.exec(markup)?.[1] ?? ""));
  if (settings.success) return settings.data;
  const [field, [message] = []] = Object.entries(fieldErrors(settings.error, lang, settingNames))[0] ?? [];
  return t(lang, "template.settings", { problem: message ?? field ?? "" });
}

/** Renders every format with sample content to find banners that are too heavy. */
function weigh(markup: string, lang: Language): string[] {
  const design = { template: parseTemplate(markup) };
  const fields = sampleFields(design.template.picture === "none" ? "poster" : "panorama", lang);
  const heaviest = Math.max(...formats.map((format) => drawBanner(design, format, fields, { click: "" }).length));
  if (heaviest <= bannerMaxBytes) return [];
  return [t(lang, "template.weight", { kilobytes: Math.round(heaviest / 1000) })];
}
