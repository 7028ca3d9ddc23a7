import { openFiles } from "@litfass/platform/files/open-files";
import { systemRandom } from "@litfass/platform/random";
import { type Check, failed, ok } from "./check.ts";

/** Writes, reads and removes a file where uploaded and generated files are stored. */
export const files: Check = {
  name: "files",
  async run({ config }) {
    const place = config.bucket === null ? "the data folder" : `bucket ${config.bucket.bucket}`;
    const store = await openFiles(config, systemRandom);
    const key = `doctor/${systemRandom.id()}`;
    try {
      const { hash } = await store.put(key, Buffer.from(key), "text/plain");
      const read = await store.get(key);
      await store.remove(key);
      if (read?.hash !== hash) return failed(`${place} did not return what was written`, "check the storage service");
      return ok(`written to and read from ${place}`);
    } catch (error) {
      const remedy =
        config.bucket === null
          ? "check the owner and the free space of DATA_DIR/files"
          : "check FILES_URL, AWS_ENDPOINT_URL_S3, AWS_REGION and the credentials";
      return failed(`${place}: ${(error as Error).message}`, remedy);
    } finally {
      store.close();
    }
  },
};
