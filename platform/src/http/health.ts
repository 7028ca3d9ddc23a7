import type { FastifyInstance } from "fastify";
import { version } from "../installation/version.ts";

/** Checks a store; rejects or never resolves if it is down. */
export type StoreCheck = () => Promise<unknown>;

const checkTimeoutMs = 2_000;

/**
 * `/health`: the process is alive, with its version. `/ready`: its stores respond and it will not stop, else 503 with the
 * names of those that do not.
 */
export function addHealth(
  app: FastifyInstance,
  checks: Record<string, StoreCheck>,
  isDraining: () => boolean = () => false,
): void {
  app.get("/health", { logLevel: "warn" }, async () => ({ status: "ok", version }));
  app.get("/ready", { logLevel: "warn" }, async (request, reply) => {
    const stores = Object.fromEntries(
      await Promise.all(
        Object.entries(checks).map(async ([name, check]) => {
          const error = await failureOf(check);
          if (error) request.log.warn({ err: error, store: name }, "a store does not answer");
          return [name, error ? "down" : "ok"] as const;
        }),
      ),
    );
    const ready = !isDraining() && Object.values(stores).every((state) => state === "ok");
    return reply.code(ready ? 200 : 503).send({ ready, stores });
  });
}

/** Why a store does not answer within 2 s; null if it does. */
export async function failureOf(check: StoreCheck): Promise<Error | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Error>((resolve) => {
    timer = setTimeout(() => resolve(new Error(`no answer within ${checkTimeoutMs} ms`)), checkTimeoutMs);
  });
  const answer = check().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
