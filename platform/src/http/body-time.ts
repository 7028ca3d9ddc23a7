import type { FastifyInstance } from "fastify";

/** Enough for the largest body that is not a file, over a slow connection. */
const bodyMs = 30_000;

/**
 * Closes connections of clients that take longer to send a body. Forms may hold large files, so they have the server's
 * `requestTimeout`, but only until they are answered: a rejected one is not read on.
 */
export function limitBodyTime(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ raw }, reply) => {
    const { "content-length": length = "0", "transfer-encoding": coding, "content-type": type = "" } = raw.headers;
    if (coding === undefined && Number(length) === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const begin = (): void => {
      if (raw.readableEnded) return;
      timer = setTimeout(() => void (raw.complete || raw.destroy()), bodyMs).unref();
    };
    for (const event of ["end", "close"]) raw.once(event, () => clearTimeout(timer));
    if (/^multipart\/form-data\b/i.test(type)) reply.raw.once("finish", begin);
    else begin();
  });
}
