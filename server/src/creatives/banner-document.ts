import { type DefaultTreeAdapterTypes, html, parse, serialize, defaultTreeAdapter as tree } from "parse5";
import type { BannerFiles } from "./banner-files.ts";
import type { Findings } from "./banner-findings.ts";
import { inlineCss } from "./inline-css.ts";
import { runtimeFiles } from "./runtime-files.ts";

type Element = DefaultTreeAdapterTypes.Element;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

const unwanted = new Set(["iframe", "frame", "frameset", "object", "embed", "applet", "base", "portal"]);
const loading = ["src", "poster", "data", "background"];

/** A banner's page with its styles, scripts and pictures inside, and what its texts say, for the checks. */
export type BannerDocument = { html: string; scripts: string; styles: string; size: string | null; links: string[] };

/** Makes one file of a banner. Frames, redirects and policies of its own are taken out. */
export function bannerDocument(page: string, files: BannerFiles, findings: Findings): BannerDocument {
  const document = parse(files.text(page));
  const seen = { scripts: [] as string[], styles: [] as string[], size: null as string | null, links: [] as string[] };
  const late: Element[] = [];
  walk(document, (element) => {
    const name = element.tagName;
    if (unwanted.has(name)) {
      findings.add("frame", `<${name}>`);
      return false;
    }
    if (name === "meta") return keepMeta(element);
    if (name === "link") return keepLink(element);
    if (name === "script") return keepScript(element);
    if (name === "style") {
      const css = inlineCss(textOf(element), page, files);
      seen.styles.push(css);
      setText(element, css);
      return true;
    }
    keepElement(element);
    return true;
  });
  const body = find(document, "body");
  for (const script of late) if (body) tree.appendChild(body, script);
  const runtime = runtimeFiles(seen.scripts.join("\n"), page, files);
  const head = find(document, "head");
  if (runtime && head) {
    const script = tree.createElement("script", html.NS.HTML, []);
    setText(script, runtime);
    const [first] = head.childNodes;
    if (first) tree.insertBefore(head, script, first);
    else tree.appendChild(head, script);
  }
  return { ...seen, html: serialize(document), scripts: seen.scripts.join("\n"), styles: seen.styles.join("\n") };

  function keepMeta(element: Element): boolean {
    const name = attribute(element, "name")?.toLowerCase();
    if (name === "ad.size") seen.size = attribute(element, "content") ?? null;
    const command = attribute(element, "http-equiv")?.toLowerCase();
    if (command === "refresh") findings.add("redirect");
    return command === undefined || command === "content-type" || command === "x-ua-compatible";
  }

  /** Style sheets become styles; icons and hints to the browser go. */
  function keepLink(element: Element): boolean {
    if (!/\bstylesheet\b/i.test(attribute(element, "rel") ?? "")) return false;
    const name = files.find(attribute(element, "href") ?? "", page);
    if (!name) return false;
    const css = inlineCss(files.text(name), name, files);
    seen.styles.push(css);
    const media = attribute(element, "media");
    const style = tree.createElement("style", html.NS.HTML, media ? [{ name: "media", value: media }] : []);
    setText(style, css);
    if (element.parentNode) tree.insertBefore(element.parentNode, style, element);
    return false;
  }

  function keepScript(element: Element): boolean {
    const address = attribute(element, "src");
    const isLate = ["defer", "async"].some((name) => attribute(element, name) !== undefined);
    if (address !== undefined) {
      const name = files.find(address, page);
      if (!name) return false;
      setText(element, files.text(name));
      element.attrs = element.attrs.filter((each) => !["src", "defer", "async", "integrity"].includes(each.name));
    }
    const code = ownClickTag(textOf(element)).replace(/<\/(script)/gi, "<\\/$1");
    seen.scripts.push(code);
    setText(element, code);
    if (address === undefined || !isLate) return true;
    // Written into the page, a script would no longer wait for it.
    late.push(element);
    return false;
  }

  function keepElement(element: Element): void {
    for (const each of element.attrs) {
      const isPicture = ["image", "use", "feImage"].includes(element.tagName) && each.name === "href";
      if (loading.includes(each.name) || isPicture) {
        const name = files.find(each.value, page);
        if (name) each.value = files.dataUri(name);
        else if (!/^(data:|#)/i.test(each.value.trim())) each.value = "data:,";
      } else if (each.name === "srcset") {
        each.value = each.value.replace(/([^\s,]+)(\s+[^,]*)?(,|$)/g, (_all, address, step = "", end = "") => {
          const name = files.find(address, page);
          return `${name ? files.dataUri(name) : "data:,"}${step}${end}`;
        });
      } else if (each.name === "style") {
        each.value = inlineCss(each.value, page, files);
        seen.styles.push(`x{${each.value}}`);
      } else if (each.name === "href" && ["a", "area"].includes(element.tagName)) {
        seen.links.push(each.value);
      } else if (each.name.startsWith("on")) {
        seen.scripts.push(each.value);
      } else if (each.name === "action" || each.name === "formaction") {
        findings.add("frame", `<${element.tagName}>`);
        each.value = "";
      }
    }
  }
}

/** The ads origin writes the click address into a variable; a later assignment would take it away again. */
const ownClickTag = (code: string): string =>
  code
    .replace(
      /\b(?:window|globalThis|self)\.clickTag\s*=\s*(?:"[^"\n]*"|'[^'\n]*')/g,
      "window.clickTag = window.clickTag",
    )
    .replace(/\b(?:let|const)\s+clickTag\b/g, "var clickTag");

/** Visits every element; where `keep` says no, it is taken out with all that is in it. */
function walk(parent: ParentNode, keep: (element: Element) => boolean): void {
  for (const child of [...parent.childNodes]) {
    if (!tree.isElementNode(child)) continue;
    if (!keep(child)) {
      tree.detachNode(child);
      continue;
    }
    walk(child.tagName === "template" && "content" in child ? (child.content as ParentNode) : child, keep);
  }
}

function find(parent: ParentNode, tagName: string): Element | null {
  for (const child of parent.childNodes) {
    if (!tree.isElementNode(child)) continue;
    const found = child.tagName === tagName ? child : find(child, tagName);
    if (found) return found;
  }
  return null;
}

const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((each) => each.name === name)?.value;
const textOf = (element: Element): string =>
  element.childNodes.map((node) => (tree.isTextNode(node) ? node.value : "")).join("");

function setText(element: Element, text: string): void {
  for (const node of [...element.childNodes]) tree.detachNode(node);
  // A style or script cannot hold its own end.
  tree.insertText(element, element.tagName === "style" ? text.replace(/<\/(style)/gi, "<\\/$1") : text);
}
