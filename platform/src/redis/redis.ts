import { createHash } from "node:crypto";

/** A script that Redis runs atomically. */
export type RedisScript = { text: string; sha: string };

export const redisScript = (text: string): RedisScript => ({
  text,
  sha: createHash("sha1").update(text).digest("hex"),
});

export type Redis = {
  /**
   * Runs a script. Rejects immediately without a connection (with the connection's error), and after the time limit.
   */
  run(script: RedisScript, keys: string[], values: (string | number)[]): Promise<unknown>;
  close(): void;
};

export type RedisOptions = {
  /** Time limit of a response. */
  answerMs: number;
};

const connectMs = 2_000;
const longestPauseMs = 1_000;
/** Maximum pending requests; more would only queue. */
const maxOpenKeys = 10_000;

/** Connects in the background and reconnects after errors; no caller waits for the connection. */
export async function connectRedis(url: string, { answerMs }: RedisOptions): Promise<Redis> {
  // Loaded only where it is used: it has more modules than the ad server itself.
  const { createClient } = await import("@redis/client");
  const client = createClient({
    url,
    name: "litfass",
    disableOfflineQueue: true,
    commandsQueueMaxLength: maxOpenKeys,
    socket: {
      connectTimeout: connectMs,
      reconnectStrategy: (tries) => Math.min(longestPauseMs, 50 * 2 ** Math.min(tries, 10)),
    },
  });
  let broken: unknown;
  client.on("error", (error) => {
    broken = error;
  });
  client.on("ready", () => {
    broken = undefined;
  });
  client.connect().catch((error: unknown) => {
    broken = error;
  });
  const ask = (command: string[]): Promise<unknown> => within(client.sendCommand(command), answerMs);
  return {
    async run(script, keys, values) {
      if (!client.isReady) throw new Error("Redis cannot be reached", { cause: broken });
      const rest = [String(keys.length), ...keys, ...values.map(String)];
      try {
        return await ask(["EVALSHA", script.sha, ...rest]);
      } catch (error) {
        if (!(error instanceof Error && error.message.startsWith("NOSCRIPT"))) throw error;
        return ask(["EVAL", script.text, ...rest]);
      }
    },
    close: () => client.destroy(),
  };
}

function within<T>(answer: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Redis did not answer within ${ms} ms`)), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
