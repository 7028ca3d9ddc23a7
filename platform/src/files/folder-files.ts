import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Random } from "../random.ts";
import { checkedKey, type FileStore } from "./files.ts";

const metaSuffix = ".meta";

type Meta = { contentType: string; hash: string };

/** A file store in a folder. */
export function createFolderFiles(folder: string, random: Random): FileStore {
  const pathOf = (key: string): string => path.join(folder, checkedKey(key));
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
      await replace(`${target}${metaSuffix}`, JSON.stringify({ contentType, hash } satisfies Meta));
      await replace(target, body);
      return { hash };
    },
    async get(key) {
      const target = pathOf(key);
      try {
        const [body, meta] = await Promise.all([readFile(target), readFile(`${target}${metaSuffix}`, "utf8")]);
        return { body, ...(JSON.parse(meta) as Meta) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      }
    },
    async remove(key) {
      const target = pathOf(key);
      await rm(target, { force: true });
      await rm(`${target}${metaSuffix}`, { force: true });
    },
  };
}

/** The keys of all files in the folder of a store, in order. Drafts of writes are left out. */
export async function listFolderKeys(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(metaSuffix))
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)).slice(0, -metaSuffix.length))
    .map((key) => key.replaceAll(path.sep, "/"))
    .sort();
}
