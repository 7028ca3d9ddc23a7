import { setTimeout as wait } from "node:timers/promises";
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from "@litfass/platform/postgres/embedded";
import { restartPauseMs } from "./supervised-process.ts";

export type SupervisedPostgres = Pick<EmbeddedPostgres, "url" | "stop">;

/** The server's last lines say why it ended. */
const lastLines = (output: string): string => output.trim().split("\n").slice(-3).join("\n");

/**
 * Starts the embedded PostgreSQL, and starts it again on the same port whenever it ends by itself, with increasing
 * delays: a full disk ends it, and it cannot start until there is space. Processes keep its URL and connect again.
 * @throws with the server's last output if the first start fails
 */
export async function supervisePostgres(options: EmbeddedPostgresOptions): Promise<SupervisedPostgres> {
  const { say } = options;
  const stopping = new AbortController();
  const first = await startEmbeddedPostgres(options);
  let server: EmbeddedPostgres | null = first;
  let starting: Promise<EmbeddedPostgres | null> | null = null;

  const startAgain = async (): Promise<EmbeddedPostgres | null> =>
    startEmbeddedPostgres({ ...options, port: first.port }).catch((error: Error) => {
      say(`The database cannot be started again yet: ${lastLines(error.message)}`);
      return null;
    });
  const keepRunning = async (): Promise<void> => {
    let pauseMs: number | null = null;
    let startedMs = performance.now();
    for (;;) {
      const output = await server?.died;
      if (output !== undefined) say(`The database ended by itself and is started again: ${lastLines(output)}`);
      pauseMs = restartPauseMs(pauseMs, server ? performance.now() - startedMs : 0);
      server = null;
      await wait(pauseMs, undefined, { signal: stopping.signal });
      if (stopping.signal.aborted) return;
      startedMs = performance.now();
      starting = startAgain();
      server = await starting;
      if (server) say("The database runs again");
    }
  };
  // Only `stop` ends it, while it waits.
  void keepRunning().catch(() => {});
  return {
    url: first.url,
    async stop() {
      stopping.abort();
      server = (await starting) ?? server;
      await server?.stop();
    },
  };
}
