import { expect, test } from "vitest";
import { approvalLimitOf, readApprovalLimits } from "./approval-limits.ts";

test("one limit applies to every currency, others to single ones", () => {
  const limits = readApprovalLimits("10000, DKK=75000,GBP=9000")!;
  expect((["CHF", "EUR", "DKK", "GBP"] as const).map((currency) => approvalLimitOf(limits, currency))).toEqual([
    10_000_00, 10_000_00, 75_000_00, 9_000_00,
  ]);
});

test.each(["", "much", "10000,XYZ=5", "10000,DKK", "10000,DKK=1=2", "10000,DKK=1,DKK=2", "DKK=75000", "10000.5"])(
  '"%s" is refused',
  (text) => expect(readApprovalLimits(text)).toBeNull(),
);
