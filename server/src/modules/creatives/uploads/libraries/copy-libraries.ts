import { createHash } from "node:crypto";
import path from "node:path";
import type { Egress } from "@litfass/platform/egress/egress";

/** Public hosts of script libraries and web fonts, the only ones ever called. */
const libraryAddresses = [
  /^https:\/\/code\.jquery\.com\//,
  /^https:\/\/cdnjs\.cloudflare\.com\/ajax\/libs\//,
  /^https:\/\/ajax\.googleapis\.com\/ajax\/libs\//,
  /^https:\/\/code\.createjs\.com\//,
  /^https:\/\/s0\.2mdn\.net\/ads\/studio\/cached_libs\//,
  /^https:\/\/cdn\.jsdelivr\.net\/(?!gh\/)/,
  /^https:\/\/unpkg\.com\//,
  /^https:\/\/fonts\.googleapis\.com\/(?:css|icon)/,
  /^https:\/\/fonts\.gstatic\.com\//,
];
/** Location of copies in the banner's folder. */
export const libraryFolder = "_libraries";

const limits = { files: 60, fileBytes: 1_000_000, timeoutMs: 5_000 } as const;
/** Font services choose the format by the user agent. */
const userAgent =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36";
const textFiles = /\.(?:html?|css|m?js|json|svg|xml)$/i;

/** A URL as written in the banner, and its https URL. */
const httpsOf = (address: string): string => address.trim().replace(/^(?:http:)?\/\//i, "https://");
export const isLibrary = (address: string): boolean =>
  URL.canParse(httpsOf(address)) && libraryAddresses.some((pattern) => pattern.test(new URL(httpsOf(address)).href));

/**
 * Copies the public libraries and fonts that a banner names into its files and loads them from there, because calling
 * other servers would disclose visitors' IP addresses. Whatever cannot be copied stays unchanged.
 * @returns the copied URLs
 */
export async function copyLibraries(
  egress: Egress,
  { page, files, addresses }: { page: string; files: Map<string, Buffer>; addresses: string[] },
): Promise<string[]> {
  const wanted = addresses.filter(isLibrary).slice(0, limits.files);
  const copied = await fetchAll(egress, wanted);
  const nested = [...copied.values()].flatMap(({ name, body }) =>
    name.endsWith(".css") ? urlsIn(body.toString()) : [],
  );
  const fonts = await fetchAll(egress, nested.filter(isLibrary).slice(0, limits.files));
  const all = new Map([...copied, ...fonts]);
  for (const { name, body } of all.values()) files.set(name, body);
  // A longer URL may start with a shorter one.
  const replaced = [...all].sort(([a], [b]) => b.length - a.length);
  for (const [name, body] of files) {
    if (!textFiles.test(name)) continue;
    // URLs in scripts are resolved against the page, those in styles against their own file.
    const base = path.posix.dirname(name.endsWith(".css") ? name : page);
    // URLs are ASCII: other bytes stay unchanged in any character set.
    let text = body.toString("latin1");
    const before = text;
    for (const [address, copy] of replaced) {
      const relative = path.posix.relative(base, copy.name);
      for (const written of new Set([address, address.replaceAll("&", "&amp;")]))
        text = text.replaceAll(written, relative);
    }
    if (text !== before) files.set(name, Buffer.from(text, "latin1"));
  }
  return [...copied.keys()];
}

type Copy = { name: string; body: Buffer };

/** The fetched files by the URL as written in the banner. */
async function fetchAll(egress: Egress, addresses: string[]): Promise<Map<string, Copy>> {
  const found = new Map<string, Copy>();
  await Promise.all(
    [...new Set(addresses)].map(async (address) => {
      const body = await fetchOne(egress, httpsOf(address));
      if (body) found.set(address, { name: nameOf(httpsOf(address)), body });
    }),
  );
  return found;
}

async function fetchOne(egress: Egress, address: string): Promise<Buffer | null> {
  try {
    const { status, body } = await egress(address, {
      headers: { "user-agent": userAgent },
      timeoutMs: limits.timeoutMs,
      maxBytes: limits.fileBytes,
      mayFollow: (_from, to) => isLibrary(to.href),
    });
    return status === 200 ? body : null;
  } catch {
    return null;
  }
}

/** A path in the banner's folder, unique even for URLs that differ only in their query. */
function nameOf(address: string): string {
  const url = new URL(address);
  const hash = createHash("sha256").update(address).digest("hex").slice(0, 8);
  const file = url.pathname
    .replace(/[^\w./-]/g, "_")
    .split("/")
    .filter((part) => part !== "")
    .join("/");
  const extension = url.hostname === "fonts.googleapis.com" ? ".css" : (/\.\w{1,6}$/.exec(file)?.[0] ?? ".js");
  const stem = file.endsWith(extension) ? file.slice(0, -extension.length) : file;
  return `${libraryFolder}/${url.hostname}/${stem}-${hash}${extension}`;
}

const urlsIn = (css: string): string[] =>
  [...css.matchAll(/url\(["']?([^"')]+)["']?\)/g)].map(([, address = ""]) => address);
