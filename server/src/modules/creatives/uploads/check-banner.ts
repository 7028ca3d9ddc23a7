import { formats } from "@litfass/contract/kernel/formats";
import sharp from "sharp";
import type { BannerDocument } from "./banner-document.ts";
import type { Findings } from "./banner-findings.ts";
import { motionOf } from "./css-motion.ts";
import type { ScriptFacts } from "./scan-script.ts";

const longestSeconds = 30;

/** Sizes as `ad.size` gives them: "width=300,height=250". */
export function sizeIn(content: string | null): { width: number; height: number } | null {
  const width = Number(/width\s*=\s*(\d{1,5})/i.exec(content ?? "")?.[1]);
  const height = Number(/height\s*=\s*(\d{1,5})/i.exec(content ?? "")?.[1]);
  return width > 0 && height > 0 ? { width, height } : null;
}

/** Checks a banner's page, styles and scripts as ad operations do. */
export function checkDocument(document: BannerDocument, findings: Findings): void {
  const { html, scripts, styles, size, links } = document;
  checkClicks(scripts, links, findings);
  const found = sizeIn(size);
  if (!found) findings.add("size_missing");
  else if (!formats.some((format) => format === `${found.width}x${found.height}`)) {
    findings.add("size_wrong", `${found.width}x${found.height}`);
  }
  for (const script of scripts) {
    if (!script.isReadable) findings.add("script_unreadable", script.code.trim().slice(0, 40));
    for (const address of script.externalFiles) findings.add("external_file", address);
    for (const name of script.storage) findings.add("storage", name);
    if (script.isEndless) findings.add("endless_animation");
  }
  // Namespaces look like addresses, and data URIs hold anything.
  for (const [address] of html
    .replace(/data:[^"')\s]+/g, "")
    .matchAll(/http:\/\/(?!www\.w3\.org\/)[\w.-]+[^\s"'`<>)]*/g)) {
    findings.add("http_link", address);
  }
  checkMotion(styles, findings);
}

function checkClicks(scripts: ScriptFacts[], links: string[], findings: Findings): void {
  if (!scripts.some(({ namesClickTag }) => namesClickTag)) {
    const other = scripts.find(({ misspelling }) => misspelling !== null)?.misspelling ?? undefined;
    findings.add(other === undefined ? "click_tag_missing" : "click_tag_spelling", other);
  }
  for (const link of links) if (/^(https?:)?\/\//i.test(link.trim())) findings.add("fixed_link", link.trim());
  for (const { fixedLinks } of scripts) for (const address of fixedLinks) findings.add("fixed_link", address);
}

function checkMotion(styles: string[], findings: Findings): void {
  const motions = styles.map(motionOf);
  const longest = Math.max(0, ...motions.map(({ seconds }) => seconds));
  if (motions.some(({ isEndless }) => isEndless)) findings.add("endless_animation");
  if (longest > longestSeconds) findings.add("long_animation", `${Math.round(longest)} s`);
}

/** Pictures by their real bytes: readable, and moving ones for how long. @returns the unreadable ones. */
export async function checkPictures(files: Map<string, Buffer>, findings: Findings): Promise<string[]> {
  const broken: string[] = [];
  for (const [name, body] of files) {
    if (!/\.(png|jpe?g|gif|webp)$/i.test(name)) continue;
    try {
      const { pages = 1, delay = [], loop = 1 } = await sharp(body, { limitInputPixels: 25_000_000 }).metadata();
      const seconds = delay.reduce((sum, one) => sum + one, 0) / 1000;
      if (pages > 1 && loop === 0) findings.add("endless_animation", name);
      else if (seconds * loop > longestSeconds) findings.add("long_animation", `${Math.round(seconds * loop)} s`);
    } catch {
      findings.add("broken_image", name);
      broken.push(name);
    }
  }
  return broken;
}

/** Vector files without a drawing, or with scripts or foreign content. @returns them, to be left out. */
export function checkVectors(files: Map<string, Buffer>, findings: Findings): string[] {
  const refused: string[] = [];
  for (const [name, body] of files) {
    if (!/\.svg$/i.test(name)) continue;
    const text = body.toString("utf8");
    if (text.includes("<svg") && isPlainSvg(text)) continue;
    findings.add(isPlainSvg(text) ? "broken_image" : "svg_script", name);
    refused.push(name);
  }
  return refused;
}

const activeParts =
  /<(?:script|foreignObject|iframe|embed|handler|!ENTITY)|<!DOCTYPE[^<>[]*\[|\son\w+ ?=|javascript:|@import/i;
/** For texts without white space. */
const foreignParts =
  /(?:href|src)=["']?(?:(?:https?:)?\/\/|data:(?!image\/(?:png|jpe?g|gif|webp)))|url\(["']?(?:https?:)?\/\//i;

/** A vector file without anything that could run or load. White space is removed first, so that the patterns need not allow for it. */
const isPlainSvg = (text: string): boolean =>
  !activeParts.test(text.replace(/\s+/g, " ")) && !foreignParts.test(text.replace(/\s+/g, ""));
