import { gzipSync } from "node:zlib";
import type { BannerFileReport } from "@litfass/contract/creatives/banner-report";
import { type BannerFiles, bannerContentType, extensionOf, isTextType } from "./banner-files.ts";

/** Font formats in the browsers' order of preference: of several files with one name they load a single one. */
const fontFormats = ["woff2", "woff", "ttf", "otf", "eot"];

/**
 * Every file with its transferred size and load phase, as far as known without running the banner: files named by the
 * page and its styles load immediately; scripts may load anything else, after the page (IAB: subload).
 */
export function fileReports(
  files: BannerFiles,
  { initial, mayLoad }: { initial: Set<string>; mayLoad: boolean },
): BannerFileReport[] {
  return files.names.map((name) => {
    const body = files.body(name);
    const isAlternative = files.names.some((other) => isPreferredFont(other, name));
    const phase = isAlternative ? "unused" : initial.has(name) ? "initial" : mayLoad ? "subload" : "unused";
    return { name, size_bytes: body.length, packed_bytes: packedSize(name, body), phase };
  });
}

function isPreferredFont(other: string, name: string): boolean {
  const [a, b] = [other, name].map((each) => fontFormats.indexOf(extensionOf(each)));
  if (a === undefined || b === undefined || a < 0 || b < 0 || a >= b) return false;
  return other.slice(0, other.lastIndexOf(".")) === name.slice(0, name.lastIndexOf("."));
}

const packedSize = (name: string, body: Buffer): number =>
  isTextType(bannerContentType(name) ?? "") ? Math.min(body.length, gzipSync(body).length) : body.length;

/** The sums subject to limits. */
export function loadsOf(files: BannerFileReport[]): {
  initial_bytes: number;
  subload_bytes: number;
  initial_requests: number;
} {
  const initial = files.filter(({ phase }) => phase === "initial");
  return {
    initial_bytes: sumOf(initial),
    subload_bytes: sumOf(files.filter(({ phase }) => phase === "subload")),
    initial_requests: initial.length,
  };
}

const sumOf = (files: BannerFileReport[]): number => files.reduce((sum, { packed_bytes }) => sum + packed_bytes, 0);
