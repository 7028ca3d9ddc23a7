import type { Findings } from "./banner-findings.ts";
import { isLibrary } from "./libraries/copy-libraries.ts";

/** The files of a banner, looked up by the URLs in its page, styles and scripts. */
export type BannerFiles = {
  names: string[];
  used: Set<string>;
  /**
   * The file that `address` refers to, relative to the file `from`. Null for other URLs, such as data and anchors,
   * and for files that are missing or elsewhere, which become findings.
   */
  find(address: string, from: string): string | null;
  /** URLs of other servers that were looked up. */
  external: Set<string>;
  text(name: string): string;
  body(name: string): Buffer;
  /** The file itself as a data URI. */
  dataUri(name: string): string;
};

const types: Record<string, string> = {
  html: "text/html; charset=utf-8",
  htm: "text/html; charset=utf-8",
  css: "text/css",
  js: "text/javascript",
  mjs: "text/javascript",
  json: "application/json",
  xml: "application/xml",
  txt: "text/plain",
  vtt: "text/vtt",
  map: "application/json",
  atlas: "text/plain",
  fnt: "text/plain",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  svg: "image/svg+xml",
  ico: "image/x-icon",
  woff: "font/woff",
  woff2: "font/woff2",
  ttf: "font/ttf",
  otf: "font/otf",
  eot: "application/vnd.ms-fontobject",
  mp4: "video/mp4",
  m4v: "video/mp4",
  webm: "video/webm",
  ogv: "video/ogg",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  ogg: "audio/ogg",
  wav: "audio/wav",
  wasm: "application/wasm",
  glb: "model/gltf-binary",
  gltf: "model/gltf+json",
  bin: "application/octet-stream",
};
const textTypes = /^(?:text\/|application\/(?:json|xml)|image\/svg|model\/gltf\+json)/;

export const extensionOf = (name: string): string => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
/** The content type of a served file; null for types that are not part of banners. */
export const bannerContentType = (name: string): string | null => types[extensionOf(name)] ?? null;
/** Texts are compressed in transit, images and fonts already are. */
export const isTextType = (contentType: string): boolean => textTypes.test(contentType);
const isFont = (name: string): boolean => ["woff2", "woff", "ttf", "otf", "eot"].includes(extensionOf(name));
const inside = "https://banner.invalid";

export function bannerFiles(files: Map<string, Buffer>, findings: Findings): BannerFiles {
  const used = new Set<string>();
  const external = new Set<string>();
  const body = (name: string): Buffer => files.get(name) ?? Buffer.alloc(0);
  return {
    names: [...files.keys()],
    used,
    external,
    find(address, from) {
      const plain = address.trim();
      if (plain === "" || /^(data:|#|about:|javascript:|blob:)/i.test(plain)) return null;
      const url = URL.canParse(plain, `${inside}/${encodeURI(from)}`)
        ? new URL(plain, `${inside}/${encodeURI(from)}`)
        : null;
      if (!url || url.origin !== inside) {
        // Without the font the text is still shown in another one. Libraries that can be copied are in the zip by now.
        if (url && isFont(url.pathname)) findings.add("missing_font", plain);
        else findings.add(isLibrary(plain) ? "library_failed" : "external_file", plain);
        external.add(plain);
        return null;
      }
      const name = decode(url.pathname.slice(1));
      if (!files.has(name)) {
        // Browsers load the first font of a list that they support, so most of the others are never requested.
        findings.add(isFont(name) ? "missing_font" : "missing_file", name || plain);
        return null;
      }
      used.add(name);
      return name;
    },
    text: (name) => decodeText(body(name), name),
    body,
    dataUri: (name) =>
      `data:${bannerContentType(name) ?? "application/octet-stream"};base64,${body(name).toString("base64")}`,
  };
}

/** Text in UTF-8, or for a page in its declared character set. */
function decodeText(body: Buffer, name: string): string {
  const head = /^html?$/.test(extensionOf(name)) ? body.subarray(0, 1024).toString("latin1") : "";
  const charset = /<meta[^<>]{0,200}charset\s?=\s?["']?([\w-]{1,20})/i.exec(head)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
