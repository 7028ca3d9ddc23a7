import type { Readable } from "node:stream";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { bannerContentType, isTextType } from "./banner-files.ts";

/** The limits of an uploaded zip. Sizes are in bytes; unpacked sizes are measured, not read from the zip. */
export const zipLimits = {
  packedBytes: 5_000_000,
  entries: 200,
  /** A text file; images, fonts and videos may be larger. */
  entryBytes: 2_000_000,
  mediaBytes: 4_000_000,
  totalBytes: 6_000_000,
  /** Compression ratio of an entry above 100 KB. */
  ratio: 120,
  depth: 6,
  nameLength: 120,
  seconds: 5,
} as const;

/** Executables and server pages have no place in a banner: a zip with any of them is rejected. */
const programs =
  /\.(?:exe|dll|com|scr|bat|cmd|msi|ps1|vbs|wsf|hta|lnk|sh|jar|apk|dmg|app|swf|php\d?|phtml|jspx?|aspx?|cgi|pl|py)$/i;
/** Files left behind by operating systems. */
const litter = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._)/;
/** First bytes of archives, in hex. */
const archives = ["504b0304", "504b0506", "52617221", "377abcaf", "1f8b"];

export const zipProblems = [
  "not_a_zip",
  "too_big",
  "too_many_files",
  "bomb",
  "bad_name",
  "link",
  "encrypted",
  "nested",
  "unknown_type",
  "twice",
  "damaged",
  "too_slow",
  "too_complex",
] as const;
export type ZipProblemCode = (typeof zipProblems)[number];

/** A rejected zip, with the reason and the offending file. */
export class ZipProblem extends Error {
  readonly code: ZipProblemCode;
  readonly file: string | null;
  constructor(code: ZipProblemCode, file: string | null = null) {
    super(`${code}: ${file}`);
    this.name = "ZipProblem";
    this.code = code;
    this.file = file;
  }
}

/** The files by name, and the names of ignored files, such as sources of authoring tools. */
export type UnpackedZip = { files: Map<string, Buffer>; leftOut: string[] };

/**
 * Unpacks the zip at `path` into memory, entry by entry; nothing is written to disk, so paths cannot escape. @throws
 * ZipProblem
 */
export async function readZip(path: string, now: () => number = Date.now): Promise<UnpackedZip> {
  const deadline = now() + zipLimits.seconds * 1000;
  let zip: ZipFile;
  try {
    zip = await openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true });
  } catch {
    throw new ZipProblem("not_a_zip");
  }
  try {
    if (zip.fileSize > zipLimits.packedBytes) throw new ZipProblem("too_big");
    if (zip.entryCount > zipLimits.entries) throw new ZipProblem("too_many_files");
    const files = new Map<string, Buffer>();
    const leftOut: string[] = [];
    const names = new Set<string>();
    let total = 0;
    for await (const entry of zip.eachEntry()) {
      if (now() > deadline) throw new ZipProblem("too_slow");
      const name = entry.fileName;
      if (litter.test(name)) continue;
      checkEntry(entry);
      // Folders and case are ignored inside a banner, so duplicate names are rejected.
      if (names.has(name.toLowerCase())) throw new ZipProblem("twice", name);
      names.add(name.toLowerCase());
      if (names.size > zipLimits.entries) throw new ZipProblem("too_many_files");
      if (name.endsWith("/")) continue;
      if (bannerContentType(name) === null) {
        leftOut.push(name);
        continue;
      }
      if (total + entry.uncompressedSize > zipLimits.totalBytes) throw new ZipProblem("too_big", name);
      const body = await unpack(zip, entry);
      total += body.length;
      if (total > zipLimits.totalBytes) throw new ZipProblem("too_big", name);
      const magic = body.subarray(0, 4).toString("hex");
      if (archives.some((archive) => magic.startsWith(archive))) throw new ZipProblem("nested", name);
      files.set(name, body);
    }
    return { files, leftOut };
  } catch (error) {
    if (error instanceof ZipProblem) throw error;
    // The library rejects escaping paths, wrong sizes and contradictory headers.
    const message = error instanceof Error ? error.message : "";
    throw new ZipProblem(/path|characters in fileName/i.test(message) ? "bad_name" : "damaged");
  } finally {
    zip.close();
  }
}

function checkEntry(entry: Entry): void {
  const { fileName: name, compressedSize, uncompressedSize } = entry;
  const isPlain = /^[\p{L}\p{N}\p{M} _.,()@+~!#&'=[\]/-]+$/u.test(name);
  const parts = name.replace(/\/$/, "").split("/");
  if (!isPlain || name.length > zipLimits.nameLength || parts.includes("..") || parts.includes(".")) {
    throw new ZipProblem("bad_name", name);
  }
  if (name.startsWith("/") || parts.includes("") || parts.length > zipLimits.depth) {
    throw new ZipProblem("bad_name", name);
  }
  // The upper half holds the mode if the zip was made on Unix: only plain files and folders are accepted.
  const mode = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (mode !== 0 && mode !== 0o100000 && mode !== 0o040000) throw new ZipProblem("link", name);
  if (name.endsWith("/")) return;
  if (entry.isEncrypted()) throw new ZipProblem("encrypted", name);
  if (/\.(zip|rar|7z|gz|tar|jar)$/i.test(name)) throw new ZipProblem("nested", name);
  if (programs.test(name)) throw new ZipProblem("unknown_type", name);
  if (bannerContentType(name) !== null && uncompressedSize > largest(name)) throw new ZipProblem("too_big", name);
  if (uncompressedSize > 100_000 && uncompressedSize > compressedSize * zipLimits.ratio) {
    throw new ZipProblem("bomb", name);
  }
}

const largest = (name: string): number =>
  isTextType(bannerContentType(name) ?? "") ? zipLimits.entryBytes : zipLimits.mediaBytes;

async function unpack(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const stream: Readable = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    // The library already enforces the declared size; this does not rely on it.
    if (size > largest(entry.fileName)) throw new ZipProblem("bomb", entry.fileName);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
