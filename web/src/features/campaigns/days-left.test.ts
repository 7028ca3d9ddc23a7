import { expect, test } from "vitest";
import { daysLeft } from "./days-left.ts";

const running = (end_on: string | null) => ({ status: "ACTIVE" as const, end_on });

test("a running campaign counts down its last seven days", () => {
  expect(daysLeft(running("2026-03-09"), "2026-03-02")).toBeNull();
  expect(daysLeft(running("2026-03-08"), "2026-03-02")).toBe(7);
  expect(daysLeft(running("2026-03-02"), "2026-03-02")).toBe(1);
  expect(daysLeft(running("2026-03-01"), "2026-03-02")).toBeNull();
  expect(daysLeft(running(null), "2026-03-02")).toBeNull();
  expect(daysLeft({ status: "PAUSED", end_on: "2026-03-02" }, "2026-03-02")).toBeNull();
});
