import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { Decrypter } from "age-encryption";
import { extract } from "tar-stream";
import { CliError } from "../cli/cli-command.ts";
import { createArchiveChecksum } from "./archive-checksum.ts";
import {
  type BackupHeader,
  type BackupManifest,
  headerName,
  headerSchema,
  manifestName,
  manifestSchema,
} from "./manifest.ts";

const unreadable = "is damaged or not a backup of Litfass";

/**
 * Unpacks a backup into an existing folder. `accept` sees the header before anything is written and may throw.
 * @throws CliError for a wrong key, and for a file that was changed or cut off anywhere.
 */
export async function readArchive(
  file: string,
  decrypter: Decrypter,
  folder: string,
  accept: (header: BackupHeader) => void,
): Promise<{ header: BackupHeader; manifest: BackupManifest }> {
  const source = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
  const plain = await decrypter.decrypt(source).catch((error: Error) => {
    const isKey = /no identity matched|passphrase|identity/i.test(error.message);
    throw new CliError(isKey ? `The key does not open ${file}` : `${file} ${unreadable}: ${error.message}`);
  });
  const tar = extract();
  // A failure reaches the loop below through the archive.
  const unpacked = pipeline(Readable.fromWeb(plain as never), createGunzip(), tar);
  unpacked.catch(() => {});
  const checksum = createArchiveChecksum();
  let header: BackupHeader | null = null;
  let manifest: BackupManifest | null = null;
  try {
    for await (const entry of tar) {
      const content = entry as AsyncIterable<Uint8Array>;
      const { name, type, linkname, size = 0 } = entry.header;
      if (name === manifestName) {
        manifest = manifestSchema.parse(JSON.parse(await textOf(content)));
        continue;
      }
      checksum.begin(name.replace(/\/$/, ""), size);
      if (header === null) {
        if (name !== headerName) throw new Error("it has no header");
        const text = await textOf(content);
        checksum.content(Buffer.from(text));
        header = headerSchema.parse(JSON.parse(text));
        accept(header);
        continue;
      }
      const target = safePath(folder, name);
      if (type === "directory") await mkdir(target, { recursive: true, mode: 0o700 });
      else if (type === "symlink") await symlink(safeLink(folder, target, linkname ?? ""), target);
      else await pipeline(content, counted(checksum.content), createWriteStream(target, { mode: 0o600, flags: "wx" }));
      entry.resume();
    }
    await unpacked;
  } catch (error) {
    tar.destroy();
    if (error instanceof CliError) throw error;
    throw new CliError(`${file} ${unreadable}: ${(error as Error).message}`);
  }
  if (header === null || manifest === null) throw new CliError(`${file} ${unreadable}: it is cut off`);
  const found = checksum.result();
  if (found.checksum !== manifest.checksum) throw new CliError(`${file} ${unreadable}: its checksum differs`);
  return { header, manifest };
}

const counted = (count: (chunk: Uint8Array) => void) =>
  async function* (chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of chunks) {
      count(chunk);
      yield chunk;
    }
  };

async function textOf(entry: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of entry) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** The encryption proves only that someone with the public key wrote the file: names must not leave the folder. */
function safePath(folder: string, name: string): string {
  const target = path.resolve(folder, name);
  if (!target.startsWith(`${path.resolve(folder)}${path.sep}`)) throw new Error(`the name ${name} leaves the folder`);
  return target;
}

/** A link out of the folder would carry later entries to another place. */
function safeLink(folder: string, target: string, linkname: string): string {
  if (path.isAbsolute(linkname)) throw new Error(`the link to ${linkname} leaves the folder`);
  safePath(folder, path.resolve(path.dirname(target), linkname));
  return linkname;
}
