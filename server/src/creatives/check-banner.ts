import { formats } from "@litfass/contract/formats";
import sharp from "sharp";
import type { BannerDocument } from "./banner-document.ts";
import type { Findings } from "./banner-findings.ts";

const longestSeconds = 30;

/** Sizes as `ad.size` gives them: "width=300,height=250". */
export function sizeIn(content: string | null): { width: number; height: number } | null {
  const width = Number(/width\s*=\s*(\d{1,5})/i.exec(content ?? "")?.[1]);
  const height = Number(/height\s*=\s*(\d{1,5})/i.exec(content ?? "")?.[1]);
  return width > 0 && height > 0 ? { width, height } : null;
}

/** What an ad-ops person looks at in a banner's page, styles and scripts. */
export function checkDocument(document: BannerDocument, findings: Findings): void {
  const { html, scripts, styles, size, links } = document;
  checkClicks(`${scripts}\n${links.join("\n")}`, links, findings);
  const found = sizeIn(size);
  if (!found) findings.add("size_missing");
  else if (!formats.some((format) => format === `${found.width}x${found.height}`)) {
    findings.add("size_wrong", `${found.width}x${found.height}`);
  }
  for (const [, address] of scripts.matchAll(
    /["'`]((?:https?:)?\/\/[^"'`\s]+\.(?:js|css|png|jpe?g|gif|webp|svg|woff2?|json|mp4)(?:\?[^"'`]*)?)["'`]/gi,
  )) {
    findings.add("external_file", address);
  }
  // Namespaces look like addresses, and data URIs hold anything.
  for (const [address] of html
    .replace(/data:[^"')\s]+/g, "")
    .matchAll(/http:\/\/(?!www\.w3\.org\/)[\w.-]+[^\s"'`<>)]*/g)) {
    findings.add("http_link", address);
  }
  for (const [name] of scripts.matchAll(
    /\b(?:localStorage|sessionStorage|indexedDB|document\.cookie|XMLHttpRequest|fetch(?=\()|WebSocket|serviceWorker|top\.location|parent\.document|eval(?=\())/g,
  )) {
    findings.add("storage", name);
  }
  checkMotion(styles, scripts, findings);
}

function checkClicks(code: string, links: string[], findings: Findings): void {
  if (!/\bclickTag\b/.test(code)) {
    const other = /\bclick_?tag\d?\b/i.exec(code)?.[0];
    findings.add(other ? "click_tag_spelling" : "click_tag_missing", other);
  }
  for (const link of links) if (/^(https?:)?\/\//i.test(link.trim())) findings.add("fixed_link", link.trim());
  for (const [, address] of code.matchAll(
    /(?:window\.open|location(?:\.href)?\s*=|location\.(?:assign|replace))\s*\(?\s*["'`](https?:\/\/[^"'`]+)/g,
  )) {
    findings.add("fixed_link", address);
  }
}

function checkMotion(styles: string, scripts: string, findings: Findings): void {
  let longest = 0;
  for (const [, block = ""] of styles.matchAll(/{([^{}]*)}/g)) {
    const declared = (name: string): string =>
      new RegExp(`(?:^|[;\\s-])${name}\\s*:\\s*([^;]+)`, "i").exec(block)?.[1] ?? "";
    const long = `${declared("animation-duration")} ${declared("animation-delay")} ${declared("animation-iteration-count")}`;
    for (const one of [...declared("animation").split(/,(?![^(]*\))/), long]) {
      const [duration = 0, delay = 0] = [...one.matchAll(/(-?[\d.]+)(m?s)\b/g)].map(
        ([, figure, unit]) => Number(figure) / (unit === "ms" ? 1000 : 1),
      );
      if (duration <= 0) continue;
      const endless = /\binfinite\b/.test(one);
      const runs = Number(/(?:^|\s)(\d+(?:\.\d+)?)(?=\s|$|!)/.exec(one)?.[1] ?? 1);
      if (endless) findings.add("endless_animation");
      else longest = Math.max(longest, delay + duration * runs);
    }
  }
  if (/\b(?:repeat\s*:\s*-1|iterations\s*:\s*Infinity)\b/.test(scripts)) findings.add("endless_animation");
  if (longest > longestSeconds) findings.add("long_animation", `${Math.round(longest)} s`);
}

/** Pictures by their real bytes: readable, and moving ones for how long. @returns the ones to leave out. */
export async function checkPictures(files: Map<string, Buffer>, findings: Findings): Promise<string[]> {
  const out: string[] = [];
  for (const [name, body] of files) {
    if (/\.svg$/i.test(name) && !isPlainSvg(body.toString("utf8"))) {
      findings.add("svg_script", name);
      out.push(name);
    } else if (/\.(png|jpe?g|gif|webp|svg)$/i.test(name)) {
      try {
        const { pages = 1, delay = [], loop = 1 } = await sharp(body, { limitInputPixels: 25_000_000 }).metadata();
        const seconds = delay.reduce((sum, one) => sum + one, 0) / 1000;
        if (pages > 1 && loop === 0) findings.add("endless_animation", name);
        else if (seconds * loop > longestSeconds) findings.add("long_animation", `${Math.round(seconds * loop)} s`);
      } catch {
        findings.add("broken_image", name);
        out.push(name);
      }
    }
  }
  return out;
}

/** A vector file without anything that could run or load. */
const isPlainSvg = (text: string): boolean =>
  !/<script|\son\w+\s*=|<foreignObject|javascript:|<!ENTITY|<!DOCTYPE[^>]*\[|<iframe|<embed|<handler|(?:href|src)\s*=\s*["']?\s*(?:(?:https?:)?\/\/|data:(?!image\/(?:png|jpe?g|gif|webp)))|url\(\s*["']?\s*(?:https?:)?\/\/|@import/i.test(
    text,
  );
