import { parseTemplate, type Template } from "@litfass/banner/template";
import { isTemplateName, type TemplateName, templateKit } from "./library/template-kit.ts";

/** A template as it is drawn, be it a standard one or one that staff wrote. */
export type BannerDesign = {
  /** The standard template's name, or the uuid of the group that brings its own. */
  name: string;
  source: string;
  template: Template;
  /** Whose sample content its previews show. */
  sample: TemplateName;
};

/** The part of a group that says how it is drawn. */
export type DesignSource = { uuid: string; template: string | null; markup: string | null };

/** Parsed sources of own templates; the oldest are dropped. */
const parsed = new Map<string, Template>();
const maxParsed = 50;

/** The design of a group; null for groups of finished files. */
export function designOf({ uuid, template, markup }: DesignSource): BannerDesign | null {
  if (isTemplateName(template)) return { name: template, sample: template, ...templateKit().templates[template] };
  if (markup === null) return null;
  const own = parseOnce(markup);
  return { name: uuid, source: markup, template: own, sample: sampleOf(own) };
}

/** A standard template's content that has what the template needs. */
const sampleOf = ({ picture, derive }: Template): TemplateName => {
  if (derive === "amount") return "offer";
  if (derive === "date") return "date";
  return picture === "none" ? "poster" : "panorama";
};

function parseOnce(markup: string): Template {
  const known = parsed.get(markup);
  if (known) return known;
  const template = parseTemplate(markup);
  parsed.set(markup, template);
  const [oldest] = parsed.keys();
  if (parsed.size > maxParsed && oldest !== undefined) parsed.delete(oldest);
  return template;
}
