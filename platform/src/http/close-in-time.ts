import type { FastifyInstance } from "fastify";

const sweepMs = 100;

/**
 * Stops accepting connections and finishes the requests in flight. Those that take longer than `maxMs`, or are left when
 * `hurry` is aborted, are broken off.
 */
export async function closeInTime(app: FastifyInstance, maxMs: number, hurry?: AbortSignal): Promise<void> {
  const breakOff = (): void => app.server.closeAllConnections();
  const timer = setTimeout(breakOff, maxMs);
  // A connection whose request was finished would stay open for further ones.
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs);
  hurry?.addEventListener("abort", breakOff);
  try {
    const closed = app.close();
    if (hurry?.aborted) breakOff();
    await closed;
  } finally {
    clearTimeout(timer);
    clearInterval(sweep);
    hurry?.removeEventListener("abort", breakOff);
  }
}
