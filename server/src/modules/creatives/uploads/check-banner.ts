import { type BannerDocument, leadsOut } from "./banner-document.ts";
import type { Findings } from "./banner-findings.ts";
import { motionOf } from "./css-motion.ts";
import { isPlatformScript } from "./libraries/platform-scripts.ts";
import { longestSeconds, type PictureFacts } from "./picture-facts.ts";

/** Checks a banner's page, styles and scripts as ad operations do. */
export function checkDocument({ scripts, styles, links, hasExit }: BannerDocument, findings: Findings): void {
  if (!hasExit) findings.add("click_tag_missing");
  for (const link of links) if (leadsOut(link)) findings.add("fixed_link", link.trim());
  for (const script of scripts) {
    if (!script.isReadable) findings.add("script_unreadable", script.code.trim().slice(0, 40));
    for (const address of script.externalFiles) if (!isPlatformScript(address)) findings.add("external_call", address);
    for (const address of script.fixedLinks) findings.add("fixed_link", address);
    for (const address of script.navigations) findings.add("own_navigation", address);
    for (const name of script.storage) findings.add("storage", name);
    for (const name of script.blocked) findings.add("blocked", name);
    if (script.isEndless) findings.add("motion_stopped");
  }
  const motions = styles.map(motionOf);
  const isLong = motions.some(({ isEndless, seconds }) => isEndless || seconds > longestSeconds);
  if (isLong) findings.add("motion_stopped");
}

/** Image animations cannot be stopped, so they are reported for the images that the banner shows. */
export function checkPictures({ broken, endless, long }: PictureFacts, shown: Set<string>, findings: Findings): void {
  for (const name of broken) findings.add("broken_image", name);
  for (const name of endless) if (shown.has(name)) findings.add("endless_animation", name);
  for (const [name, seconds] of long) if (shown.has(name)) findings.add("long_animation", `${name}: ${seconds} s`);
}

/** Vector files that are empty or contain scripts or foreign content. @returns them, to be left out. */
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

/** A vector file without anything that could run or load. White space is removed first to keep the patterns simple. */
const isPlainSvg = (text: string): boolean =>
  !activeParts.test(text.replace(/\s+/g, " ")) && !foreignParts.test(text.replace(/\s+/g, ""));
