import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Random } from "../random.ts";

export type StoredFile = { body: Buffer; contentType: string; hash: string };

/** Uploaded and generated files. Keys are slash-separated names, like `invoices/2026/12.pdf`. */
export type FileStore = {
  /** Writes or replaces atomically. */
  put(key: string, body: Buffer, contentType: string): Promise<{ hash: string }>;
  /** @returns null if there is none. */
  get(key: string): Promise<StoredFile | null>;
  /** Removing a missing file is not an error. */
  remove(key: string): Promise<void>;
};

const keyShape = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

type Meta = { contentType: string; hash: string };

/** A file store in a folder. */
export function createFolderFiles(folder: string, random: Random): FileStore {
  const pathOf = (key: string): string => {
    if (!keyShape.test(key) || key.length > 512) throw new Error(`Not a file key: ${JSON.stringify(key)}`);
    return path.join(folder, key);
  };
  const replace = async (target: string, body: Buffer | string): Promise<void> => {
    const draft = `${target}.${random.id()}.draft`;
    await writeFile(draft, body);
    await rename(draft, target);
  };
  return {
    async put(key, body, contentType) {
      const target = pathOf(key);
      const hash = createHash("sha256").update(body).digest("hex");
      await mkdir(path.dirname(target), { recursive: true });
      await replace(`${target}.meta`, JSON.stringify({ contentType, hash } satisfies Meta));
      await replace(target, body);
      return { hash };
    },
    async get(key) {
      const target = pathOf(key);
      try {
        const [body, meta] = await Promise.all([readFile(target), readFile(`${target}.meta`, "utf8")]);
        return { body, ...(JSON.parse(meta) as Meta) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      }
    },
    async remove(key) {
      const target = pathOf(key);
      await rm(target, { force: true });
      await rm(`${target}.meta`, { force: true });
    },
  };
}
