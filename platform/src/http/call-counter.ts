import { hashSecret } from "../security/sealing.ts";

/**
 * Adds to the shared count of a key in its window, which begins with the first call.
 * @returns the count of all processes, and how many ms its window still has
 */
export type AddToShared = (key: string, calls: number, windowMs: number) => Promise<{ calls: number; leftMs: number }>;

export type CallCounter = {
  /** Counts a call. Returns the seconds to wait if it is beyond the limit, else null. */
  count(key: string): number | null;
};

type Count = {
  /** Calls of all processes at the last report, with those that are being reported. */
  known: number;
  /** Own calls since then. */
  unreported: number;
  endsAtMs: number;
};

/** A process reports after this share of the limit, so each one exceeds it by no more. */
const reportShare = 0.01;
/** Answers take different times on their way. */
const clockToleranceMs = 1_000;
/** About 20 MB. The cost for an attacker with more addresses is a call of each, which the limit would admit as well. */
const defaultMaxKeys = 100_000;

/**
 * Counts calls per key and window. With a shared count, several processes have one limit together: each adds its own calls
 * to it now and then, so that no call waits for another machine, and decides by what it knows. Without an answer
 * the process counts alone. Its memory is bounded by `maxKeys`, and shared counts end with their window.
 */
export function createCallCounter(options: {
  name: string;
  limit: number;
  windowMs: number;
  nowMs?: () => number;
  shared?: AddToShared | undefined;
  /** Further keys within a window replace the one counted for the longest time; 100,000 by default. */
  maxKeys?: number;
}): CallCounter {
  const { name, limit, windowMs, shared, nowMs = () => performance.now(), maxKeys = defaultMaxKeys } = options;
  const step = Math.max(1, Math.floor(limit * reportShare));
  let counts = new Map<string, Count>();
  let cleanAtMs = nowMs() + windowMs;

  const report = async (key: string, count: Count, add: AddToShared): Promise<void> => {
    const calls = count.unreported;
    count.unreported = 0;
    count.known += calls;
    const answer = await add(`litfass:calls:${name}:${hashSecret(key)}`, calls, windowMs).catch(() => null);
    if (answer === null || counts.get(key) !== count) return;
    const endsAtMs = nowMs() + answer.leftMs;
    // Answers of one window may arrive out of order; those of a new one count only its calls.
    const isNewWindow = endsAtMs > count.endsAtMs + clockToleranceMs;
    count.known = isNewWindow ? answer.calls : Math.max(count.known, answer.calls);
    count.endsAtMs = endsAtMs;
  };

  const current = (key: string, now: number): Count => {
    const found = counts.get(key);
    if (found && found.endsAtMs > now) return found;
    const begun = { known: 0, unreported: 0, endsAtMs: now + windowMs };
    // The oldest window comes first in the map.
    counts.delete(key);
    // Rejecting further keys instead would let one attacker with many addresses lock out everybody else.
    const oldest = counts.size >= maxKeys ? counts.keys().next().value : undefined;
    if (oldest !== undefined) counts.delete(oldest);
    counts.set(key, begun);
    return begun;
  };

  return {
    count(key) {
      const now = nowMs();
      if (now >= cleanAtMs) {
        counts = new Map([...counts].filter(([, { endsAtMs }]) => endsAtMs > now));
        cleanAtMs = now + windowMs;
      }
      const count = current(key, now);
      if (count.known + count.unreported >= limit) return (count.endsAtMs - now) / 1_000;
      count.unreported += 1;
      if (shared && count.unreported >= step) void report(key, count, shared);
      return null;
    },
  };
}
