import type { Findings } from "./banner-findings.ts";

/** The files of a banner: looked up by the addresses that its page, styles and scripts use. */
export type BannerFiles = {
  names: string[];
  sizeOf(name: string): number;
  used: Set<string>;
  /**
   * The file's name that `address` means, seen from the file `from`. Null for other addresses, such as data and anchors,
   * and for files that are missing or lie elsewhere, which become findings.
   */
  find(address: string, from: string): string | null;
  text(name: string): string;
  /** The file itself as an address. */
  dataUri(name: string): string;
};

const types: Record<string, string> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  svg: "image/svg+xml",
  woff: "font/woff",
  woff2: "font/woff2",
  ttf: "font/ttf",
  otf: "font/otf",
  json: "application/json",
};

export const extensionOf = (name: string): string => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
const inside = "https://banner.invalid";

export function bannerFiles(files: Map<string, Buffer>, findings: Findings): BannerFiles {
  const used = new Set<string>();
  const bodyOf = (name: string): Buffer => files.get(name) ?? Buffer.alloc(0);
  return {
    names: [...files.keys()],
    sizeOf: (name) => bodyOf(name).length,
    used,
    find(address, from) {
      const plain = address.trim();
      if (plain === "" || /^(data:|#|about:|javascript:|blob:)/i.test(plain)) return null;
      const url = URL.canParse(plain, `${inside}/${encodeURI(from)}`)
        ? new URL(plain, `${inside}/${encodeURI(from)}`)
        : null;
      if (!url || url.origin !== inside) {
        findings.add("external_file", plain);
        return null;
      }
      const name = decode(url.pathname.slice(1));
      if (!files.has(name)) {
        findings.add("missing_file", name || plain);
        return null;
      }
      used.add(name);
      return name;
    },
    text: (name) =>
      bodyOf(name)
        .toString("utf8")
        .replace(/^\uFEFF/, ""),
    dataUri: (name) =>
      `data:${types[extensionOf(name)] ?? "application/octet-stream"};base64,${bodyOf(name).toString("base64")}`,
  };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
