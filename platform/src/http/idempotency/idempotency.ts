import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyRequest } from "fastify";
import type { Platform } from "../../platform.ts";
import { invalid, Problem } from "../../problem.ts";
import { claimKey, findCall, forgetKeys, releaseKey, storeAnswer } from "./idempotency-sql.ts";

/** A call whose process died is taken over after this time; no call runs that long. */
const staleAfterMs = 120_000;
const waitForFirstMs = 10_000;

export type Answer = { status: number; body: unknown; repeated: boolean };

/** The key that the client sent, or null. @throws Problem 422 where it is not 1 to 200 visible characters. */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return null;
  if (typeof key !== "string" || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw invalid({ "Idempotency-Key": ["rule.regex"] });
  return key;
}

/**
 * Runs a call once for its key: the same key and body get the first answer again, another body is refused with 409.
 * A call that fails frees its key, so that it can be tried again.
 */
export async function onceForKey(
  platform: Platform,
  call: { callerUid: string; key: string; endpoint: string; input: unknown },
  run: () => Promise<{ status: number; body: unknown }>,
): Promise<Answer> {
  const { db, clock } = platform;
  const requestHash = createHash("sha256")
    .update(JSON.stringify(call.input) ?? "")
    .digest("hex");
  for (let waitedMs = 0; ; waitedMs += 50) {
    const now = clock.now();
    const staleBefore = new Date(now.getTime() - staleAfterMs);
    if (await claimKey(db, { ...call, requestHash, now, staleBefore })) break;
    const first = await findCall(db, call);
    if (!first) continue;
    if (first.requestHash !== requestHash || first.endpoint !== call.endpoint)
      throw new Problem("idempotency_conflict");
    if (first.status !== null) return { status: first.status, body: first.answer, repeated: true };
    if (waitedMs >= waitForFirstMs) throw new Problem("conflict", { code: "still_running", retryAfterSeconds: 1 });
    await wait(50);
  }
  try {
    const { status, body } = await run();
    await storeAnswer(db, { ...call, status, answer: body });
    return { status, body, repeated: false };
  } catch (error) {
    await releaseKey(db, call);
    throw error;
  }
}

const keptDays = 7;
const forgetJob = "platform.forget-idempotency-keys";

/** Forgets the answers to repeated calls after a week, every night. */
export function idempotencyJobs(platform: Platform): void {
  platform.jobs.work(forgetJob, async () => {
    const before = new Date(platform.clock.now().getTime() - keptDays * 86_400_000);
    const forgotten = await forgetKeys(platform.db, before);
    platform.log.info({ forgotten }, "idempotency keys forgotten");
  });
  platform.jobs.schedule(forgetJob, "17 3 * * *");
}
