import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { debounceCheck, validationDelayMs } from "./debounce-check.ts";

describe("checking a form", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test("[RULE-CUS-004] runs 16 ms after the last input, once", async () => {
    const check = vi.fn((values: string) => values);
    const wait = debounceCheck(check);
    const first = wait("a");
    vi.advanceTimersByTime(10);
    const second = wait("ab");
    vi.advanceTimersByTime(15);
    expect(check).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(await Promise.all([first, second])).toEqual(["ab", "ab"]);
    expect(check).toHaveBeenCalledTimes(1);
    expect(validationDelayMs).toBe(16);
  });
});
