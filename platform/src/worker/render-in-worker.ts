import { tooMany } from "../problem.ts";
import { WorkerLimitError, type WorkerQueue } from "./worker-pool.ts";

const retrySeconds = 5;
/** The input is our own, so only a busy machine makes it slow. */
const renderingMs = 60_000;

/**
 * Renders a file in a worker thread: calls the default export of `task` with `input`.
 * @throws 429 while too many files are rendered, or if this one takes too long or too much memory.
 */
export async function renderInWorker(workers: WorkerQueue, task: URL, input: unknown): Promise<Buffer> {
  try {
    const { buffer, byteOffset, length } = await workers.run<Uint8Array<ArrayBuffer>>(task, input, {
      timeoutMs: renderingMs,
    });
    return Buffer.from(buffer, byteOffset, length);
  } catch (error) {
    if (error instanceof WorkerLimitError) throw tooMany(retrySeconds);
    throw error;
  }
}
