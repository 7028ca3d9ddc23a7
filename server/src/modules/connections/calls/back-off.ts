import { type Egress, type EgressAnswer, EgressError } from "@litfass/platform/egress/egress";
import type { Random } from "@litfass/platform/random";
import { retryAfterOf } from "./call-service.ts";

/** Temporary by definition: too many requests, and failures of the service or a gateway. */
const temporary = new Set([429, 500, 502, 503, 504]);
const maxAttempts = 3;
const baseWaitMs = 500;
/** A user waits for the response, so this is the longest wait between two attempts. */
const maxWaitMs = 4_000;

export type BackOff = { random: Random; wait(milliseconds: number): Promise<unknown> };

/**
 * Retries temporary failures: exponential waits with jitter, or as long as `Retry-After` asks. After the third
 * attempt, or if the service asks for a longer pause than a user can wait, returns the last response. Only for reads.
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
  // Half of the wait is random, so that callers do not retry in sync.
  return asked ?? baseWaitMs * 2 ** (attempt - 1) * (0.5 + random.number() / 2);
}
