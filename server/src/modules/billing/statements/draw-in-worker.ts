import type { Platform } from "@litfass/platform/platform";
import { tooMany } from "@litfass/platform/problem";
import { WorkerLimitError } from "@litfass/platform/worker/worker-pool";

const retrySeconds = 5;
/** The input is our own, so only a busy machine makes it slow. */
const drawingMs = 60_000;

/** Rendering a long document takes half a second of CPU. @throws 429 while too many are being rendered */
export async function drawInWorker({ workers }: Platform, task: URL, document: object): Promise<Buffer> {
  try {
    return Buffer.from(await workers.run<Uint8Array>(task, document, { timeoutMs: drawingMs }));
  } catch (error) {
    if (error instanceof WorkerLimitError) throw tooMany(retrySeconds);
    throw error;
  }
}
