import { html, parse, serialize, defaultTreeAdapter as tree } from "parse5";
import type { BannerFiles } from "./banner-files.ts";
import type { Findings } from "./banner-findings.ts";
import { bannerRuntime } from "./banner-runtime.ts";
import {
  attribute,
  find,
  type HtmlElement,
  isKeptMeta,
  isScriptType,
  prependScripts,
  setText,
  textOf,
  unwantedElements,
  walk,
} from "./html-tree.ts";
import { inlineCss } from "./inline-css.ts";
import { isPlatformScript } from "./libraries/platform-scripts.ts";
import { runtimeFiles } from "./runtime-files.ts";
import { type ScriptFacts, scanScript } from "./scan-script.ts";

const loading = ["src", "poster", "data", "background"];

/** A banner's page with its styles, scripts and images inlined, and facts from its texts for the checks. */
export type BannerDocument = {
  html: string;
  scripts: ScriptFacts[];
  styles: string[];
  size: string | null;
  /** Width and height of canvases, which indicate the size if nothing else does. */
  canvases: string[];
  links: string[];
  /** Files named by the page and its styles: they load immediately. */
  initial: Set<string>;
  /** Scripts may load any file of the zip while they run. */
  mayLoad: boolean;
  /** Whether anything in it leads to the landing page. */
  hasExit: boolean;
};

/** Inlines a banner into one file. Removes frames, redirects and its own policies. */
export function bannerDocument(page: string, files: BannerFiles, findings: Findings): BannerDocument {
  const document = parse(files.text(page));
  const seen = {
    scripts: [] as ScriptFacts[],
    styles: [] as string[],
    size: null as string | null,
    canvases: [] as string[],
    links: [] as string[],
  };
  const late: HtmlElement[] = [];
  walk(document, (element) => {
    const name = element.tagName;
    if (unwantedElements.has(name)) {
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
  const initial = new Set(files.used);
  const mayLoad = seen.scripts.some((script) => script.mayLoad);
  const hasExit = seen.scripts.some((script) => script.hasExit) || seen.links.some(leadsOut);
  const runtime = mayLoad ? runtimeFiles(page, code, files) : null;
  prependScripts(document, [...bannerRuntime({ hasExit }), ...(runtime ? [runtime] : [])]);
  return { ...seen, initial, mayLoad, hasExit, html: serialize(document) };

  function keepMeta(element: HtmlElement): boolean {
    const name = attribute(element, "name")?.toLowerCase();
    if (name === "ad.size") seen.size = attribute(element, "content") ?? null;
    const command = attribute(element, "http-equiv")?.toLowerCase();
    if (command === "refresh") findings.add("redirect");
    return isKeptMeta(element);
  }

  /** Inlines style sheets; removes icons and browser hints. */
  function keepLink(element: HtmlElement): boolean {
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

  /** Records what a script does. @returns it with a clickTag that the ad server can set */
  function readScript(code: string): string {
    const facts = scanScript(code);
    seen.scripts.push(facts);
    return facts.code;
  }

  function keepScript(element: HtmlElement): boolean {
    const address = attribute(element, "src");
    const isLate = ["defer", "async"].some((name) => attribute(element, name) !== undefined);
    if (address !== undefined) {
      if (isPlatformScript(address)) return false;
      const name = files.find(address, page);
      if (!name) return false;
      setText(element, files.text(name));
      element.attrs = element.attrs.filter((each) => !["src", "defer", "async", "integrity"].includes(each.name));
    }
    setText(element, isScriptType(element) ? readScript(textOf(element)) : textOf(element));
    if (address === undefined || !isLate) return true;
    // Once inlined, a script would no longer be deferred.
    late.push(element);
    return false;
  }

  function keepElement(element: HtmlElement): void {
    if (element.tagName === "canvas") {
      seen.canvases.push(`${attribute(element, "width")}x${attribute(element, "height")}`);
    }
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

/** The link opens a page other than the banner itself. */
export const leadsOut = (link: string): boolean => /^(?:https?:)?\/\//i.test(link.trim());

/** The candidates of a `srcset` with replaced URLs; URLs end at white space and may contain commas. */
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
