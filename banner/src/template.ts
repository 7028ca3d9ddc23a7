import type { Shape } from "@litfass/contract/creatives/banner-fields";
import { TemplateFault } from "./template-fault.ts";

/**
 * A template is text: a comment with its settings, a style element and markup with `{{name}}`, `{{#name}}…{{/name}}`
 * (if there is a value) and `{{^name}}…{{/name}}` (if there is none). Values are always escaped; nothing in it runs
 * outside the banner.
 */
export type Template = {
  fonts: string[];
  /** Aspect ratio of the image box in each format. */
  slots: Record<Shape, number>;
  /** The surface under the logo: a color of the palette, or white. */
  logoOn: "bg" | "white";
  /** The part derived from the texts, if any. */
  derive: "amount" | "date" | "quote" | null;
  picture: PictureNeed;
  css: string;
  nodes: Node[];
};

/** Whether a banner of this template requires an image, may have one, or never shows one. */
export type PictureNeed = "required" | "optional" | "none";

type Node =
  | { kind: "text"; text: string }
  | { kind: "value"; name: string }
  | { kind: "section"; name: string; when: boolean; nodes: Node[] };

/** Values by name; an empty text, false, null and undefined count as missing. */
export type View = Record<string, string | number | boolean | null | undefined>;

/** Parses a template's source. @throws TemplateFault if its parts or sections are inconsistent. */
export function parseTemplate(source: string): Template {
  const settings = /^<!--([\s\S]*?)-->/.exec(source)?.[1];
  const css = /<style>([\s\S]*?)<\/style>/.exec(source)?.[1];
  if (settings === undefined || css === undefined) throw new TemplateFault("start");
  const { fonts, slots, logoOn, derive, picture } = readSettings(settings);
  if (!fonts || !slots || !picture) throw new TemplateFault("missing");
  const body = source.slice(source.indexOf("</style>") + "</style>".length).trim();
  return {
    fonts,
    slots,
    logoOn: logoOn ?? "bg",
    derive: derive ?? null,
    picture,
    css: css.trim(),
    nodes: nodesOf(body),
  };
}

function readSettings(text: string): Partial<Template> {
  try {
    const settings: unknown = JSON.parse(text);
    if (typeof settings === "object" && settings !== null) return settings;
  } catch {
    // Reported like any other text without settings.
  }
  throw new TemplateFault("settings");
}

function nodesOf(body: string): Node[] {
  const top: Node[] = [];
  const open: { name: string; nodes: Node[] }[] = [{ name: "", nodes: top }];
  const tokens = body.split(/({{[#^/]?\w+}})/);
  for (const token of tokens) {
    const mark = /^{{([#^/]?)(\w+)}}$/.exec(token);
    const current = open.at(-1) as (typeof open)[number];
    if (!mark) {
      if (token) current.nodes.push({ kind: "text", text: token });
      continue;
    }
    const [, sign, name = ""] = mark;
    if (sign === "/") {
      if (current.name !== name || open.length === 1) throw new TemplateFault("closesNothing", name);
      open.pop();
    } else if (sign) {
      const nodes: Node[] = [];
      current.nodes.push({ kind: "section", name, when: sign === "#", nodes });
      open.push({ name, nodes });
    } else {
      current.nodes.push({ kind: "value", name });
    }
  }
  if (open.length > 1) throw new TemplateFault("notClosed", open.at(-1)?.name);
  return top;
}

/** A text escaped for markup and attributes. */
export const escapeHtml = (value: unknown): string =>
  String(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The markup filled with the values of `view`. */
export function fill(nodes: Node[], view: View): string {
  return nodes
    .map((node) => {
      if (node.kind === "text") return node.text;
      const value = view[node.name];
      if (node.kind === "value") return escapeHtml(value ?? "");
      return Boolean(value) === node.when ? fill(node.nodes, view) : "";
    })
    .join("");
}
