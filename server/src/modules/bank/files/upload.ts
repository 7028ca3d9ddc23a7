import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { maxBankFileBytes } from "@litfass/contract/bank/bank-files";
import type { Language } from "@litfass/contract/kernel/language";
import { message } from "@litfass/contract/kernel/messages";
import type { UploadedFile } from "@litfass/platform/http/form";
import type { Platform } from "@litfass/platform/platform";
import { invalid, tooMany } from "@litfass/platform/problem";
import { WorkerLimitError, type WorkerQueue } from "@litfass/platform/worker/worker-pool";
import type { ParsedFile } from "./parsed-file.ts";
import type { ReadBankFile } from "./read-bank-file-task.ts";

const retrySeconds = 5;
const readMs = 30_000;
const nameLength = 200;
const task = new URL("./read-bank-file-task.ts", import.meta.url);

export type UploadedBankFile = { name: string; contentHash: string; sizeBytes: number; file: ParsedFile };

/**
 * Reads an uploaded file in a worker thread. @throws 422 at `file` for one that is refused, 429 while others are read
 */
export async function readUpload(
  { workers }: Platform,
  files: readonly UploadedFile[],
  lang: Language,
): Promise<UploadedBankFile> {
  const upload = files.find(({ field }) => field === "file");
  if (!upload) throw invalid({ file: ["rule.required"] });
  if (upload.sizeBytes > maxBankFileBytes) throw invalid({ file: ["bank.size"] });
  const bytes = await readFile(upload.path);
  const read = await readInWorker(workers, bytes);
  if ("problem" in read) throw invalid({ file: [message(read.problem, lang, read.values)] });
  const contentHash = createHash("sha256").update(bytes).digest("hex");
  return { name: nameOf(upload.filename), contentHash, sizeBytes: bytes.length, file: read.file };
}

async function readInWorker(workers: WorkerQueue, bytes: Uint8Array): Promise<ReadBankFile> {
  if (bytes.length === 0) return { problem: "bank.xml", values: { line: 1 } };
  try {
    return await workers.run<ReadBankFile>(task, bytes, { timeoutMs: readMs });
  } catch (error) {
    if (!(error instanceof WorkerLimitError)) throw error;
    if (error.limit === "queue") throw tooMany(retrySeconds);
    return { problem: "bank.too_heavy", values: {} };
  }
}

/** The name of a file as it can be listed. */
function nameOf(filename: string): string {
  const name = path
    .basename(filename)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
  return name === "" ? "?" : name.slice(0, nameLength).toWellFormed();
}
