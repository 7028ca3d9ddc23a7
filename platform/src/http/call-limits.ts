import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { sourceOf } from "../config/network.ts";
import { tooMany } from "../problem.ts";

/** Many people can share one address (a company's proxy), so an address may make more calls than one caller. */
const addressFactor = 10;

export type CallLimits = {
  /** Counts a request of an address. @throws Problem 429 */
  countAddress(address: string): Promise<void>;
  /** Counts a call of a signed-in user, or of an address where `uid` is null. @throws Problem 429 */
  countCaller(uid: string | null, address: string): Promise<void>;
};

/** A limit of calls per minute, counted in this process. */
export function createCallLimits(requestsPerMinute: number): CallLimits {
  const addresses = new RateLimiterMemory({ points: requestsPerMinute * addressFactor, duration: 60 });
  const callers = new RateLimiterMemory({ points: requestsPerMinute, duration: 60 });
  return {
    countAddress: (address) => consume(addresses, sourceOf(address)),
    countCaller: (uid, address) => consume(callers, uid ?? sourceOf(address)),
  };
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) throw tooMany(refusal.msBeforeNext / 1000);
    throw refusal;
  }
}
