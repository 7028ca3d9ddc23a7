import { parseTemplate, type Template } from "@litfass/banner/template";
import { isTemplateName, type TemplateName, templateKit } from "./library/template-kit.ts";

/** A template ready to render, either standard or written by staff. */
export type BannerDesign = {
  /** The standard template's name, or the uuid of the group with its own template. */
  name: string;
  source: string;
  template: Template;
  /** The business whose sample content is shown in previews. */
  sample: TemplateName;
};

/** The columns of a group that determine its rendering. */
export type DesignSource = { uuid: string; template: string | null; markup: string | null };

/** Cache of parsed templates written by staff; the oldest entries are dropped. */
const parsed = new Map<string, Template>();
const maxParsed = 50;

/** The design of a group; null for groups of finished files. */
export function designOf({ uuid, template, markup }: DesignSource): BannerDesign | null {
  if (isTemplateName(template)) return { name: template, sample: template, ...templateKit().templates[template] };
  if (markup === null) return null;
  const own = parseOnce(markup);
  return { name: uuid, source: markup, template: own, sample: sampleOf(own) };
}

/** Sample content of a standard template, complete for that template. */
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
