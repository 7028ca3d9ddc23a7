import path from "node:path";
import type { Config } from "../config/config.ts";
import type { Random } from "../random.ts";
import type { FileStore } from "./files.ts";
import { createFolderFiles } from "./folder-files.ts";

/** The folder of an installation's files without `FILES_URL`. */
export const filesFolder = ({ dataDir }: Pick<Config, "dataDir">): string => path.join(dataDir, "files");

/** The configured file store: the bucket of `FILES_URL`, or the folder. The SDK is loaded only for a bucket. */
export async function openFiles(
  config: Pick<Config, "dataDir" | "bucket">,
  random: Random,
): Promise<FileStore & { close(): void }> {
  if (config.bucket === null) return { ...createFolderFiles(filesFolder(config), random), close() {} };
  const { createS3Files } = await import("./s3-files.ts");
  return createS3Files(config.bucket);
}
