import { parse, serialize } from "parse5";
import type { BannerFiles } from "./banner-files.ts";
import { bannerRuntime } from "./banner-runtime.ts";
import {
  attribute,
  isKeptMeta,
  isScriptType,
  prependScripts,
  setText,
  textOf,
  unwantedElements,
  walk,
} from "./html-tree.ts";
import { isPlatformScript } from "./libraries/platform-scripts.ts";
import { scanScript } from "./scan-script.ts";

/** An uploaded banner as served: its document, its location, and every other file by path. */
export type BannerFolder = { page: string; document: string; files: Map<string, Uint8Array> };

const drawn = new Set(["img", "video", "audio", "source", "image"]);

/**
 * Prepares a banner for being served as a folder. Everything keeps its place from the zip, so that all URLs built at
 * run time resolve; only the document and the scripts are adapted to the ad server.
 */
export function bannerFolder(page: string, files: BannerFiles, { hasExit }: { hasExit: boolean }): BannerFolder {
  const document = parse(files.text(page));
  walk(document, (element) => {
    const name = element.tagName;
    if (unwantedElements.has(name)) return false;
    if (name === "meta") return isKeptMeta(element);
    element.attrs = element.attrs.filter((each) => !["integrity", "action", "formaction"].includes(each.name));
    if (name === "script") {
      const address = attribute(element, "src");
      if (address !== undefined) return !isPlatformScript(address);
      if (isScriptType(element)) setText(element, scanScript(textOf(element)).code);
    }
    for (const each of element.attrs) if (each.name.startsWith("on")) each.value = scanScript(each.value).code;
    if (drawn.has(name) && attribute(element, "crossorigin") === undefined) {
      element.attrs.push({ name: "crossorigin", value: "anonymous" });
    }
    return true;
  });
  prependScripts(document, bannerRuntime({ hasExit }));
  const others = files.names.filter((name) => name !== page).map((name) => [name, served(name, files)] as const);
  return { page, document: serialize(document), files: new Map(others) };
}

const served = (name: string, files: BannerFiles): Uint8Array =>
  /\.m?js$/i.test(name) ? Buffer.from(scanScript(files.text(name)).code) : files.body(name);
