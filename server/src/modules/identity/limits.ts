import type { Platform } from "@litfass/platform/platform";
import { hashSecret } from "@litfass/platform/security/sealing";
import type { Pool } from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";

/** A counter in PostgreSQL, shared by all API processes. */
export function createCounter(
  platform: Pick<Platform, "db">,
  name: string,
  points: number,
  durationSeconds: number,
): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: (platform.db as unknown as { $client: Pool }).$client,
    storeType: "pool",
    tableName: "identity_limits",
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: durationSeconds,
  });
}

/** Counts one attempt. Returns the seconds to wait if it exceeds the limit, else null. */
export async function countAttempt(counter: RateLimiterPostgres, key: string): Promise<number | null> {
  try {
    await counter.consume(counterKey(key));
    return null;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return refusal.msBeforeNext / 1000;
    throw refusal;
  }
}

/** Takes a counted attempt back. */
export async function forgiveAttempt(counter: RateLimiterPostgres, key: string): Promise<void> {
  await counter.reward(counterKey(key));
}

/**
 * Counts one attempt of a lock: true while below the limit. The attempt that reaches the limit restarts the clock, so
 * that the lock lasts its whole time.
 */
export async function admitAttempt(counter: RateLimiterPostgres, key: string): Promise<boolean> {
  const hashed = counterKey(key);
  try {
    const { consumedPoints } = await counter.consume(hashed);
    if (consumedPoints >= counter.points) await counter.set(hashed, counter.points, counter.duration);
    return true;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false;
    throw refusal;
  }
}

/** Keys contain personal addresses, so only their hashes are stored. */
export const counterKey = (key: string): string => hashSecret(key);
