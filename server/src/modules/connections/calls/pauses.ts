import type { Clock } from "@litfass/platform/clock";

const usualPauseMs = 60_000;
const maxPauseMs = 15 * 60_000;
const maxPauses = 1_000;

/** Leaves a service alone for as long as it asked: calls during a throttle lengthen it and are refused anyway. */
export type Pauses = { isPaused(name: string): boolean; pause(name: string, milliseconds: number | null): void };

export function createPauses(clock: Clock): Pauses {
  const until = new Map<string, number>();
  return {
    isPaused: (name) => (until.get(name) ?? 0) > clock.now().getTime(),
    pause(name, milliseconds) {
      until.delete(name);
      until.set(name, clock.now().getTime() + Math.min(milliseconds ?? usualPauseMs, maxPauseMs));
      const [oldest] = until.keys();
      if (until.size > maxPauses && oldest !== undefined) until.delete(oldest);
    },
  };
}
