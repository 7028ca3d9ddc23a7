import type { Language } from "@litfass/contract/kernel/language";
import { Html } from "@litfass/platform/http/pages/html";
import MarkdownIt from "markdown-it";
import { scrollTables } from "../frame/scroll-tables.ts";
import { pathIn } from "../frame/site.ts";
import { type GuidePictures, smallWidth } from "./guide-pictures.ts";

const markdown = new MarkdownIt({ html: false });

/** Identifiers of headings, so that links can point to them. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

type Options = { language: Language; pictures: GuidePictures };

/**
 * A page of the guide as HTML. `budget.md` links to that page in the visitor's language, `/agency` to a public page in
 * it, and `pictures/name.webp` is a picture of the product.
 */
export function renderGuide(text: string, { language, pictures }: Options): Html {
  const tokens = markdown.parse(text, {});
  for (const [at, token] of tokens.entries()) {
    if (token.type === "heading_open") token.attrSet("id", slugOf(tokens[at + 1]?.content ?? ""));
    for (const child of token.children ?? []) {
      if (child.type === "link_open") child.attrSet("href", addressIn(String(child.attrGet("href") ?? ""), language));
      if (child.type === "image") setPicture(child, pictures);
    }
  }
  const rendered = markdown.renderer.render(tokens, markdown.options, {});
  // Long lines of code scroll by themselves as well.
  return new Html(scrollTables(rendered).replaceAll("<pre>", '<pre tabindex="0">'));
}

/** A section of a page: its heading, the anchor of that, and its text without markup. */
export type GuideSection = { heading: string; anchor: string; text: string };

/** The sections of a page, for the search. What comes before the first heading has none. */
export function sectionsOf(text: string): GuideSection[] {
  const tokens = markdown.parse(text, {});
  const sections: GuideSection[] = [{ heading: "", anchor: "", text: "" }];
  for (const [at, token] of tokens.entries()) {
    const written = plainText(token);
    if (written === "") continue;
    if (tokens[at - 1]?.type === "heading_open") {
      sections.push({ heading: written, anchor: slugOf(token.content), text: "" });
      continue;
    }
    const section = sections.at(-1);
    if (section) section.text += section.text === "" ? written : ` ${written}`;
  }
  return sections.filter(({ heading, text }) => heading !== "" || text !== "");
}

function plainText({ type, content, children }: Token): string {
  if (type === "fence") return content.trim().replaceAll(/\s+/g, " ");
  return (children ?? []).map((child) => (child.type === "softbreak" ? " " : child.content)).join("");
}

/** Screens of the app, the API's document and other sites have no language in their addresses. */
const isElsewhere = (href: string): boolean =>
  /^(?:https?:|#|\/(?:api|health|ready|metrics|login|register)\b)/.test(href);

function addressIn(href: string, language: Language): string {
  const [, name, anchor = ""] = /^([a-z-]+)\.md(#.*)?$/.exec(href) ?? [];
  if (name) return `${pathIn(language, `/docs/${name}`)}${anchor}`;
  return isElsewhere(href) ? href : pathIn(language, href);
}

type Token = ReturnType<typeof markdown.parse>[number];

function setPicture(image: Token, pictures: GuidePictures): void {
  const name = String(image.attrGet("src") ?? "").replace(/^pictures\//, "");
  const picture = pictures.get(name);
  if (!picture) throw new Error(`the guide shows a picture that does not exist: ${name}`);
  const { small } = picture;
  image.attrSet("src", small.url);
  image.attrSet("srcset", `${small.url} ${small.width}w, ${picture.url} ${picture.width}w`);
  // As wide as the text in guide.css.
  image.attrSet("sizes", `(max-width: 900px) calc(100vw - 40px), ${smallWidth}px`);
  image.attrSet("width", String(small.width));
  image.attrSet("height", String(small.height));
  // The text is painted before the picture is requested.
  image.attrSet("loading", "lazy");
}
