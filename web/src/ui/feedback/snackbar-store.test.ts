import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeSnackbar, currentSnack, showSnackbar } from "./snackbar-store.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("[CONST-031] a snackbar is visible at 4999 ms and gone at 5000 ms", () => {
  showSnackbar("Invoice has been sent to mailbox");
  vi.advanceTimersByTime(4999);
  expect(currentSnack()?.text).toBe("Invoice has been sent to mailbox");
  vi.advanceTimersByTime(1);
  expect(currentSnack()).toBeNull();
});

test("Close removes it immediately, and a newer one gets its full time", () => {
  showSnackbar("first");
  vi.advanceTimersByTime(4000);
  showSnackbar("second");
  vi.advanceTimersByTime(4000);
  expect(currentSnack()?.text).toBe("second");
  closeSnackbar();
  expect(currentSnack()).toBeNull();
});
