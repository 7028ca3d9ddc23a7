import { type DefaultTreeAdapterTypes, html, parse, serialize, defaultTreeAdapter as tree } from "parse5";
import type { BannerFiles } from "./banner-files.ts";
import type { Findings } from "./banner-findings.ts";
import { inlineCss } from "./inline-css.ts";
import { runtimeFiles } from "./runtime-files.ts";
import { type ScriptFacts, scanScript } from "./scan-script.ts";

type Element = DefaultTreeAdapterTypes.Element;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

const unwanted = new Set(["iframe", "frame", "frameset", "object", "embed", "applet", "base", "portal"]);
const loading = ["src", "poster", "data", "background"];

/** Types of script elements that browsers run; others hold data. */
const scriptTypes = /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i;

/** A banner's page with its styles, scripts and pictures inside, and what its texts say, for the checks. */
export type BannerDocument = {
  html: string;
  scripts: ScriptFacts[];
  styles: string[];
  size: string | null;
  links: string[];
};

/** Makes one file of a banner. Frames, redirects and its own policies are removed. */
export function bannerDocument(page: string, files: BannerFiles, findings: Findings): BannerDocument {
  const document = parse(files.text(page));
  const seen: Omit<BannerDocument, "html"> = { scripts: [], styles: [], size: null, links: [] };
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
  const code = seen.scripts.map((script) => script.code).join("\n");
  const runtime = seen.scripts.some(({ mayLoad }) => mayLoad) ? runtimeFiles(page, code, files) : null;
  const head = find(document, "head");
  if (runtime && head) {
    const script = tree.createElement("script", html.NS.HTML, []);
    setText(script, runtime);
    const [first] = head.childNodes;
    if (first) tree.insertBefore(head, script, first);
    else tree.appendChild(head, script);
  }
  return { ...seen, html: serialize(document) };

  function keepMeta(element: Element): boolean {
    const name = attribute(element, "name")?.toLowerCase();
    if (name === "ad.size") seen.size = attribute(element, "content") ?? null;
    const command = attribute(element, "http-equiv")?.toLowerCase();
    if (command === "refresh") findings.add("redirect");
    return command === undefined || command === "content-type" || command === "x-ua-compatible";
  }

  /** Style sheets become styles; icons and browser hints are removed. */
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

  /** Notes what a script does. @returns it with a clickTag that the ad server can set */
  function readScript(code: string): string {
    const facts = scanScript(code);
    seen.scripts.push(facts);
    return facts.code;
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
    const isScript = scriptTypes.test(attribute(element, "type")?.trim() ?? "");
    setText(element, (isScript ? readScript(textOf(element)) : textOf(element)).replace(/<\/(script)/gi, "<\\/$1"));
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
        each.value = srcsetOf(each.value, (address) => {
          const name = files.find(address, page);
          return name ? files.dataUri(name) : "data:,";
        });
      } else if (each.name === "style") {
        each.value = inlineCss(each.value, page, files);
        seen.styles.push(`x{${each.value}}`);
      } else if (each.name === "href" && ["a", "area"].includes(element.tagName)) {
        seen.links.push(each.value);
        if (/^\s*javascript:/i.test(each.value)) readScript(each.value.trim().slice("javascript:".length));
      } else if (each.name.startsWith("on")) {
        readScript(each.value);
      } else if (each.name === "action" || each.name === "formaction") {
        findings.add("frame", `<${element.tagName}>`);
        each.value = "";
      }
    }
  }
}

/** The candidates of a `srcset` with other addresses; addresses end at white space, and may hold commas. */
function srcsetOf(srcset: string, addressOf: (address: string) => string): string {
  const candidates: string[] = [];
  const words = srcset.split(/\s+/).filter((word) => word !== "" && word !== ",");
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    if (word.endsWith(",")) candidates.push(addressOf(word.slice(0, -1)));
    else {
      const step = words[index + 1] ?? "";
      candidates.push(`${addressOf(word)} ${step.replace(",", "")}`.trim());
      index += 1;
    }
  }
  return candidates.join(", ");
}

/** Visits every element; where `keep` says no, it is removed with its content. */
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
