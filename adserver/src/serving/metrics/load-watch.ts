/** The delay of the event loop: a request may have waited this long before it was read. */
export type LoadWatch = {
  waitMs(): number;
  /** A delay at which responses would be too late, so requests are rejected. */
  isOver(): boolean;
  stop(): void;
};

const probeMs = 20;
const overMs = 60;

/** The delay of a 20 ms timer shows how long the event loop was busy. */
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
