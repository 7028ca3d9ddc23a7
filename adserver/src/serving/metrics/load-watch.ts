/** The delay of the event loop: a request may have waited this long before it was read. */
export type LoadWatch = {
  waitMs(): number;
  /** A delay at which responses would be too late, so requests are rejected. */
  isOver(): boolean;
  stop(): void;
};

const probeMs = 20;
const overMs = 60;
/** So many probes without a question end probing, until the next one. */
const maxUnasked = 2;

/**
 * The delay of a 20 ms timer shows how long the event loop was busy. It runs while somebody asks: without requests there
 * is nothing to reject.
 */
export function watchLoad(nowMs: () => number = () => performance.now()): LoadWatch {
  let delayMs = 0;
  let dueMs = 0;
  let unasked = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const probe = (): void => {
    const late = Math.max(0, nowMs() - dueMs);
    delayMs = Math.max(late, delayMs * 0.7);
    dueMs = nowMs() + probeMs;
    unasked += 1;
    if (unasked > maxUnasked) pause();
  };
  const pause = (): void => {
    clearInterval(timer);
    timer = undefined;
    delayMs = 0;
  };
  const waitMs = (): number => {
    unasked = 0;
    if (timer === undefined && !isStopped) {
      dueMs = nowMs() + probeMs;
      timer = setInterval(probe, probeMs);
      timer.unref();
    }
    return timer === undefined ? 0 : Math.max(delayMs, nowMs() - dueMs);
  };
  return {
    waitMs,
    isOver: () => waitMs() > overMs,
    stop() {
      isStopped = true;
      pause();
    },
  };
}
