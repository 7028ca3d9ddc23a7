/** How far the process is behind: a request that has just been read may have waited this long already. */
export type LoadWatch = {
  waitMs(): number;
  /** Behind so far that late answers would be the rule: better none. */
  isOver(): boolean;
  stop(): void;
};

const probeMs = 20;
const overMs = 60;

/** A timer that should fire every 20 ms shows by its delay how long the event loop was busy. */
export function watchLoad(nowMs: () => number = () => performance.now()): LoadWatch {
  let delayMs = 0;
  let dueMs = nowMs() + probeMs;
  const timer = setInterval(() => {
    const late = Math.max(0, nowMs() - dueMs);
    delayMs = Math.max(late, delayMs * 0.7);
    dueMs = nowMs() + probeMs;
  }, probeMs);
  timer.unref();
  const waitMs = (): number => Math.max(delayMs, nowMs() - dueMs);
  return { waitMs, isOver: () => waitMs() > overMs, stop: () => clearInterval(timer) };
}
