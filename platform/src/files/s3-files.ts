import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { checkedKey, type FileStore } from "./files.ts";

export type S3Options = {
  bucket: string;
  /** Before each key, without slashes at its ends; empty for none. */
  prefix: string;
  /** null: Amazon's own for the region. */
  endpoint: string | null;
  region: string;
  /** For a whole call with its retries. */
  timeoutMs?: number;
};

export type S3Files = FileStore & {
  /** The SHA-256 of a file without reading it; null if there is none. */
  hashOf(key: string): Promise<string | null>;
  close(): void;
};

const usualTimeoutMs = 60_000;
const connectTimeoutMs = 3_000;
/** The name of the metadata with the SHA-256 of the content. */
const hashName = "sha256";

/**
 * A file store in a bucket of Amazon S3 or a compatible service. Credentials come from the SDK's standard sources:
 * `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or the machine's role. The SDK repeats failed calls.
 */
export function createS3Files({ bucket, prefix, endpoint, region, timeoutMs = usualTimeoutMs }: S3Options): S3Files {
  const client = new S3Client({
    region,
    requestHandler: { connectionTimeout: connectTimeoutMs },
    // Compatible services do not know Amazon's newer checksums, nor a host name per bucket.
    ...(endpoint === null
      ? {}
      : {
          endpoint,
          forcePathStyle: true,
          requestChecksumCalculation: "WHEN_REQUIRED",
          responseChecksumValidation: "WHEN_REQUIRED",
        }),
  });
  const objectOf = (key: string) => ({ Bucket: bucket, Key: [prefix, checkedKey(key)].filter(Boolean).join("/") });
  return {
    async put(key, body, contentType) {
      const hash = createHash("sha256").update(body).digest("hex");
      const input = { ...objectOf(key), Body: body, ContentType: contentType, Metadata: { [hashName]: hash } };
      await withTimeout(timeoutMs, (abortSignal) => client.send(new PutObjectCommand(input), { abortSignal }));
      return { hash };
    },
    get: (key) =>
      withTimeout(timeoutMs, async (abortSignal) => {
        const found = await nullIfMissing(client.send(new GetObjectCommand(objectOf(key)), { abortSignal }));
        if (!found?.Body) return null;
        const body = Buffer.from(await found.Body.transformToByteArray());
        const hash = found.Metadata?.[hashName] ?? createHash("sha256").update(body).digest("hex");
        return { body, contentType: found.ContentType ?? "application/octet-stream", hash };
      }),
    async remove(key) {
      await withTimeout(timeoutMs, (abortSignal) =>
        client.send(new DeleteObjectCommand(objectOf(key)), { abortSignal }),
      );
    },
    hashOf: (key) =>
      withTimeout(timeoutMs, async (abortSignal) => {
        const found = await nullIfMissing(client.send(new HeadObjectCommand(objectOf(key)), { abortSignal }));
        return found?.Metadata?.[hashName] ?? null;
      }),
    close: () => client.destroy(),
  };
}

/** A response's body is read after the SDK's call, so its abort signal alone would not bound it. */
async function withTimeout<Result>(timeoutMs: number, run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const [ended, late] = [new AbortController(), new AbortController()];
  const timer = wait(timeoutMs, undefined, { signal: ended.signal }).then(() => {
    late.abort();
    throw new Error(`S3 did not respond within ${timeoutMs} ms`);
  });
  try {
    return await Promise.race([run(late.signal), timer]);
  } finally {
    timer.catch(() => {});
    ended.abort();
  }
}

/** Services name a missing object `NoSuchKey`, or `NotFound` for HEAD, which has no body. */
async function nullIfMissing<Result>(call: Promise<Result>): Promise<Result | null> {
  try {
    return await call;
  } catch (error) {
    const isMissing = error instanceof S3ServiceException && ["NoSuchKey", "NotFound"].includes(error.name);
    if (isMissing) return null;
    throw error;
  }
}
