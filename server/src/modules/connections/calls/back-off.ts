import { type Egress, type EgressAnswer, EgressError } from "@litfass/platform/egress/egress";
import type { Random } from "@litfass/platform/random";
import { retryAfterOf } from "./call-service.ts";

/** Temporary by their meaning: too many requests, and failures inside the service or before it. */
const temporary = new Set([429, 500, 502, 503, 504]);
const maxAttempts = 3;
const baseWaitMs = 500;
/** A person waits for the answer: nobody is kept longer than this between two attempts. */
const maxWaitMs = 4_000;

export type BackOff = { random: Random; wait(milliseconds: number): Promise<unknown> };

/**
 * Repeats calls that fail for the moment: exponential waits with jitter, or as long as `Retry-After` asks. Bounded: after the
 * third attempt, or where the service asks for a longer pause than a person can wait, the last answer is returned.
 * Only for calls that read.
 */
export function withBackOff(egress: Egress, { random, wait }: BackOff): Egress {
  return async (url, request) => {
    for (let attempt = 1; ; attempt++) {
      const outcome = await attemptCall(() => egress(url, request));
      const isTemporary = outcome instanceof EgressError || temporary.has(outcome.status);
      const waitMs = waitBefore(attempt, outcome, random);
      if (!isTemporary || attempt === maxAttempts || waitMs > maxWaitMs) {
        if (outcome instanceof EgressError) throw outcome;
        return outcome;
      }
      await wait(waitMs);
    }
  };
}

async function attemptCall(call: () => Promise<EgressAnswer>): Promise<EgressAnswer | EgressError> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof EgressError) return error;
    throw error;
  }
}

function waitBefore(attempt: number, outcome: EgressAnswer | EgressError, random: Random): number {
  const asked = outcome instanceof EgressError ? null : retryAfterOf(outcome.headers);
  // Half of the wait is chance, so that many callers do not come back at once.
  return asked ?? baseWaitMs * 2 ** (attempt - 1) * (0.5 + random.number() / 2);
}
