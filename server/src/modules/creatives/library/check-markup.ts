import { parseTemplate } from "@litfass/banner/template";
import { TemplateFault } from "@litfass/banner/template-fault";
import { bannerMaxBytes, shapeOf } from "@litfass/contract/creatives/banner-fields";
import { formats } from "@litfass/contract/kernel/formats";
import { fieldErrors } from "@litfass/contract/kernel/validation";
import { z } from "zod";
import { drawBanner } from "../rendering/render-campaign-creatives.ts";
import { sampleFields } from "../studio/samples.ts";
import type { Lang } from "../uploads/banner-finding-texts.ts";
import { templateKit } from "./template-kit.ts";

const shapes = Object.values(shapeOf) as [string, ...string[]];
const settingsSchema = z.strictObject({
  fonts: z.array(z.string()).max(5),
  slots: z.record(z.enum(shapes), z.number().positive().max(20)),
  picture: z.enum(["required", "optional", "none"]),
  logoOn: z.enum(["bg", "white"]).optional(),
  derive: z.enum(["amount", "date", "quote"]).nullish(),
});

/** What a template must not hold: it is drawn on foreign sites, with our own script only. */
const forbidden: [RegExp, en: string, de: string][] = [
  [
    /<script|\son[a-z]+\s*=|javascript:/i,
    "A template holds no scripts and no event attributes",
    "Eine Vorlage enthält keine Skripte und keine Ereignisattribute",
  ],
  [
    /(?:src|href)=["']?(?:https?:)?\/\/|url\(["']?(?:https?:)?\/\/|@import/i,
    "A template loads nothing from other servers",
    "Eine Vorlage lädt nichts von anderen Servern",
  ],
  [
    /<(?:iframe|object|embed|form|link|meta|base)\b/i,
    "A template holds no frames, forms, links or meta elements",
    "Eine Vorlage enthält keine Frames, Formulare, Link- oder Meta-Elemente",
  ],
];

/** What is wrong with the text of a template, as sentences in the reader's language; none where it can be drawn. */
export function checkMarkup(markup: string, lang: Lang): string[] {
  const say = (en: string, de: string): string => (lang === "de" ? de : en);
  // Patterns look at the text with and without its white space, so that they need not allow for any.
  const compact = markup.replace(/\s+/g, "");
  const found = forbidden
    .filter(([pattern]) => pattern.test(markup) || pattern.test(compact))
    .map(([, en, de]) => say(en, de));
  const settings = settingsOf(markup, lang);
  if (typeof settings === "string") return [...found, settings];
  const unknown = settings.fonts.filter((family) => !(family in templateKit().fonts));
  if (unknown.length > 0) {
    const known = Object.keys(templateKit().fonts).join(", ");
    found.push(`${say("Unknown fonts; there are", "Unbekannte Schriften; es gibt")}: ${known}`);
  }
  for (const name of ["title", "action"] as const) {
    if (!new RegExp(`{{(?:${name}|soft${name === "title" ? "" : "Action"})}}`).test(markup)) {
      found.push(say(`{{${name}}} is shown nowhere`, `{{${name}}} wird nirgends gezeigt`));
    }
  }
  return found.length > 0 ? found : weigh(markup, lang);
}

/** The settings at the top, or what is wrong with them or with the sections below. */
function settingsOf(markup: string, lang: Lang): z.infer<typeof settingsSchema> | string {
  try {
    parseTemplate(markup);
  } catch (error) {
    if (error instanceof TemplateFault) return error.in(lang);
    throw error;
  }
  const settings = settingsSchema.safeParse(JSON.parse(/^<!--([\s\S]*?)-->/.exec(markup)?.[1] ?? ""));
  if (settings.success) return settings.data;
  const [field, [message] = []] = Object.entries(fieldErrors(settings.error, lang))[0] ?? [];
  return `${lang === "de" ? "Die Einstellungen am Anfang" : "The settings at the top"}: ${message ?? field}`;
}

/** Draws every format with sample content: what cannot be drawn or is too heavy is told. */
function weigh(markup: string, lang: Lang): string[] {
  const design = { template: parseTemplate(markup) };
  const fields = sampleFields(design.template.picture === "none" ? "poster" : "panorama", lang);
  const heaviest = Math.max(...formats.map((format) => drawBanner(design, format, fields, { click: "" }).length));
  if (heaviest <= bannerMaxBytes) return [];
  const kilobytes = Math.round(heaviest / 1000);
  return [
    lang === "de"
      ? `Mit Beispielinhalt wiegt ein Banner ${kilobytes} KB; höchstens 150 KB sind erlaubt`
      : `With sample content a banner weighs ${kilobytes} KB; at most 150 KB are allowed`,
  ];
}
