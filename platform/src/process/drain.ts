import { setTimeout as wait } from "node:timers/promises";

/**
 * Proxies check readiness every second or two, and take a process out after two or three failures: after 6 seconds at
 * the latest. On a busy machine a check is late.
 */
export const proxyNoticeMs = 8_000;
const stepMs = 100;

/** A monotonic clock, and an abortable wait. */
export type DrainTime = { nowMs(): number; pause(ms: number, signal: AbortSignal): Promise<void> };

export type DrainOptions = {
  /** The longest time, whatever is left. */
  maxMs: number;
  /** Whether something that was begun is not finished. */
  isPending(): boolean;
  /** Ends it at once. */
  hurry: AbortSignal;
  time?: DrainTime;
};

/** Nothing was left, the time was over, or a second signal ended it. */
export type DrainEnd = "settled" | "timed_out" | "hurried";

/**
 * Waits until nothing is pending, and until proxies have noticed that this process is not ready. The caller has begun
 * to answer so.
 */
export async function drain({ maxMs, isPending, hurry, time = systemTime }: DrainOptions): Promise<DrainEnd> {
  const untilMs = time.nowMs() + maxMs;
  const noticedMs = time.nowMs() + proxyNoticeMs;
  for (let nowMs = time.nowMs(); nowMs < untilMs && !hurry.aborted; nowMs = time.nowMs()) {
    if (nowMs >= noticedMs && !isPending()) return "settled";
    await time.pause(Math.min(stepMs, untilMs - nowMs), hurry);
  }
  if (hurry.aborted) return "hurried";
  return isPending() ? "timed_out" : "settled";
}

const systemTime: DrainTime = {
  nowMs: () => performance.now(),
  pause: (ms, signal) => wait(ms, undefined, { signal }).catch(() => {}),
};
