import { open, readdir, readlink, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Encrypter } from "age-encryption";
import { type Header, type Pack, pack } from "tar-stream";
import { CliError } from "../cli/cli-command.ts";
import { createArchiveChecksum } from "./archive-checksum.ts";
import type { Tally } from "./manifest.ts";

/** A backup being written: a tar archive, compressed with gzip and encrypted with age. */
export type ArchiveWriter = {
  addBytes(name: string, body: Buffer): Promise<void>;
  /** Adds a file as long as it is now: what a writer appends meanwhile is left out. A missing file is skipped. */
  addFile(name: string, file: string): Promise<void>;
  /** Adds a folder with everything in it for which `include` is true; `relative` paths are below `folder`. */
  addFolder(name: string, folder: string, include?: (relative: string, isFolder: boolean) => boolean): Promise<void>;
  tallies(): { parts: Record<string, Tally>; checksum: string };
  /** Ends the archive, puts it at its place, and resolves to its size in bytes. */
  finish(): Promise<number>;
  /** Removes what was written. */
  abort(): Promise<void>;
};

const readBytes = 256 * 1024;

/** Writes to `FILE.part`, which becomes `file` at the end: a file with its final name is complete. @throws CliError if it cannot be created. */
export async function createArchiveWriter(file: string, encrypter: Encrypter): Promise<ArchiveWriter> {
  const draft = `${file}.part`;
  // Opened first: a stream that opens by itself would report a missing folder before anybody listens, which ends the process.
  const opened = await open(draft, "w", 0o600).catch((error: Error) => {
    throw new CliError(`The backup cannot be written: ${error.message}`);
  });
  const target = opened.createWriteStream({ flush: true });
  const tar = pack();
  const checksum = createArchiveChecksum();
  const gzip = createGzip({ level: 1 });
  let failure: Error | null = null;
  const fail = (error: Error): void => {
    failure ??= error;
    for (const stream of [tar, gzip, target]) stream.destroy();
  };
  const zipped = pipeline(tar as AsyncIterable<Uint8Array>, gzip).catch(fail);
  const encrypted = await encrypter.encrypt(Readable.toWeb(gzip) as ReadableStream<Uint8Array>);
  const written = pipeline(Readable.fromWeb(encrypted as never), target).catch(fail);

  /** `content` yields exactly `size` bytes. */
  const add = async (
    header: Partial<Header> & { name: string },
    content: AsyncIterable<Uint8Array> | null,
  ): Promise<void> => {
    if (failure) throw failure;
    checksum.begin(header.name, header.size ?? 0);
    const entry = tar.entry(header as Header);
    const ended = new Promise<void>((resolve, reject) => {
      entry.on("finish", () => resolve());
      entry.on("error", reject);
      entry.on("close", () => resolve());
    });
    for await (const chunk of content ?? []) {
      checksum.content(chunk);
      if (!entry.write(chunk)) await Promise.race([drained(entry), ended]);
      if (failure) throw failure;
    }
    entry.end(undefined);
    await ended;
    if (failure) throw failure;
  };

  const addFile: ArchiveWriter["addFile"] = async (name, source) => {
    const handle = await openIfThere(source);
    if (!handle) return;
    try {
      const { size, mtime } = await handle.stat();
      await add({ name, size, mtime, mode: 0o600 }, exactly(size, handle));
    } finally {
      await handle.close();
    }
  };

  const addFolder: ArchiveWriter["addFolder"] = async (name, folder, include = () => true) => {
    const walk = async (relative: string): Promise<void> => {
      const entries = await readdir(path.join(folder, relative), { withFileTypes: true }).catch(ignoreMissing([]));
      await add({ name: path.posix.join(name, relative), type: "directory", mode: 0o700 }, null);
      for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
        const inner = path.posix.join(relative, entry.name);
        const source = path.join(folder, inner);
        const target = path.posix.join(name, inner);
        if (!include(inner, entry.isDirectory())) continue;
        if (entry.isDirectory()) await walk(inner);
        else if (entry.isFile()) await addFile(target, source);
        else if (entry.isSymbolicLink()) {
          await add({ name: target, type: "symlink", linkname: await readlink(source) }, null);
        }
      }
    };
    await walk("");
  };

  return {
    addBytes: (name, body) => add({ name, size: body.length, mode: 0o600 }, Readable.from([body])),
    addFile,
    addFolder,
    tallies: () => checksum.result(),
    async finish() {
      tar.finalize();
      await Promise.all([zipped, written]);
      if (failure) throw failure;
      await rename(draft, file);
      return (await stat(file)).size;
    },
    async abort() {
      fail(new Error("the backup was given up"));
      await Promise.all([zipped, written]);
      await rm(draft, { force: true });
    },
  };
}

const drained = (entry: ReturnType<Pack["entry"]>): Promise<void> =>
  new Promise((resolve) => {
    entry.once("drain", () => resolve());
  });

type Handle = Awaited<ReturnType<typeof open>>;

/** The first `size` bytes of a file; zeros follow if it was shortened meanwhile, as PostgreSQL's own backup does. */
async function* exactly(size: number, handle: Handle): AsyncIterable<Uint8Array> {
  let position = 0;
  while (position < size) {
    const wanted = Math.min(readBytes, size - position);
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(wanted), 0, wanted, position);
    const chunk = bytesRead === 0 ? Buffer.alloc(wanted) : buffer.subarray(0, bytesRead);
    position += chunk.length;
    yield chunk;
  }
}

const openIfThere = (file: string): Promise<Handle | null> => open(file, "r").catch(ignoreMissing(null));

const ignoreMissing =
  <Value>(value: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code === "ENOENT") return value;
    throw error;
  };
