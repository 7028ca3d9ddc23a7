import { createFolderFiles, listFolderKeys } from "@litfass/platform/files/folder-files";
import { filesFolder } from "@litfass/platform/files/open-files";
import { createS3Files } from "@litfass/platform/files/s3-files";
import { systemRandom } from "@litfass/platform/random";
import { readAppConfig } from "../config.ts";
import { type CliCommand, CliError, readArguments } from "./cli-command.ts";
import { formatBytes } from "./format-bytes.ts";

const reportedEvery = 1_000;

/** Moves an installation from its folder of files to a bucket. Can be repeated: what is there already is not sent again. */
export const copyFiles: CliCommand = {
  name: "copy-files",
  usage: "",
  about: "copies the files of DATA_DIR/files to the bucket of FILES_URL; can be repeated",
  async run(args, { env, say }) {
    readArguments(args, [], {});
    const config = readAppConfig(env);
    if (config.bucket === null) throw new CliError("FILES_URL is not set: there is no bucket to copy files to");
    const folder = filesFolder(config);
    const source = createFolderFiles(folder, systemRandom);
    const target = createS3Files(config.bucket);
    try {
      const keys = await listFolderKeys(folder);
      let [sent, sentBytes] = [0, 0];
      for (const [at, key] of keys.entries()) {
        if (at > 0 && at % reportedEvery === 0) say(`${at} of ${keys.length} files`);
        const file = await source.get(key);
        // Null: removed since the list was read.
        if (file === null || (await target.hashOf(key)) === file.hash) continue;
        await target.put(key, file.body, file.contentType);
        sent += 1;
        sentBytes += file.body.length;
      }
      say(`${keys.length} files, ${sent} of them copied now (${formatBytes(sentBytes)})`);
    } finally {
      target.close();
    }
    return 0;
  },
};
