import { setTimeout as wait } from "node:timers/promises";
import { connectRedis, type Redis, redisScript } from "@litfass/platform/redis/redis";
import { type Check, callTimeoutMs, failed, notConfigured, ok } from "./check.ts";

const connectedWithinMs = 2_000;
const pauseMs = 100;
const answer = redisScript("return 1");

/** Whether Redis runs scripts, as frequency caps and limits of calls need. */
export const redis: Check = {
  name: "redis",
  async run({ config: { redisUrl } }) {
    if (redisUrl === null) return notConfigured("without REDIS_URL each process counts caps and calls alone");
    const client = await connectRedis(redisUrl, { answerMs: callTimeoutMs });
    const { host } = new URL(redisUrl);
    try {
      await firstAnswer(client);
      return ok(`${host} runs scripts`);
    } catch (error) {
      const { message, cause } = error as Error;
      const reason = cause instanceof Error ? cause.message : message;
      return failed(`${host}: ${reason}`, "check REDIS_URL and the server: each process counts alone meanwhile");
    } finally {
      client.close();
    }
  },
};

/** It connects in the background, and rejects until then. */
async function firstAnswer(client: Redis): Promise<void> {
  for (const endMs = performance.now() + connectedWithinMs; ; await wait(pauseMs)) {
    try {
      await client.run(answer, [], []);
      return;
    } catch (error) {
      if (performance.now() > endMs) throw error;
    }
  }
}
