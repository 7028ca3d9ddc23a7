import type { MessageKey } from "@litfass/contract/kernel/messages";
import { FileProblem } from "./file-problem.ts";
import type { ParsedFile } from "./parsed-file.ts";
import { readBankFile } from "./read-bank-file.ts";

/** The file, or why it cannot be imported. */
export type ReadBankFile = { file: ParsedFile } | { problem: MessageKey; values: Record<string, string | number> };

/** Runs in a worker thread. */
export default function read(bytes: Uint8Array): ReadBankFile {
  try {
    return { file: readBankFile(bytes) };
  } catch (error) {
    if (error instanceof FileProblem) return { problem: error.key, values: error.values };
    throw error;
  }
}
