import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import S3rver from "@20minutes/s3rver";

/** The only credentials that the server accepts. */
export const s3Credentials = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" };

/** Starts an S3 server with one bucket in a temporary folder. */
export async function startS3Server(bucket: string): Promise<{ endpoint: string; close(): Promise<void> }> {
  const directory = mkdtempSync(path.join(os.tmpdir(), "litfass-s3-"));
  const server = new S3rver({ port: 0, silent: true, directory, configureBuckets: [{ name: bucket }] });
  const { port } = await server.run();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async close() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
