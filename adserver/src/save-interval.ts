/** Up to so many ad servers each saves as often as one alone; more of them share these saves. */
const sharedFrom = 10;
const longestMs = 120_000;

/**
 * How often one of several ad servers saves what all of them add to the same rows, so that together they write as often
 * as ten do, however many there are. What is saved late is shown late and not lost in an orderly stop.
 */
export const saveInterval = (usualMs: number, processes: number): number =>
  Math.min(longestMs, usualMs * Math.max(1, processes / sharedFrom));

/** Runs `save` when its interval is over; called more often it does nothing. */
export function savedAtIntervals(parts: {
  usualMs: number;
  processes: () => number;
  nowMs: () => number;
  save: () => Promise<void>;
}): () => Promise<void> {
  const { usualMs, processes, nowMs, save } = parts;
  let savedAtMs = nowMs();
  // The rounds are as long as the usual interval, and a timer may fire a little early.
  const earlyMs = usualMs / 2;
  return async () => {
    const now = nowMs();
    if (now - savedAtMs + earlyMs < saveInterval(usualMs, processes())) return;
    savedAtMs = now;
    await save();
  };
}
