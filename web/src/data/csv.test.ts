import { expect, test } from "vitest";
import { csvOf } from "./csv.ts";

test("a file with quotes, line ends and what looks like a formula reads as it was meant", () => {
  expect(
    csvOf([
      ["Reason", "Impressions"],
      ['Bots, "declared"', 12],
      ["=SUM(A1)", -3],
      ["a\nb", 0.5],
    ]),
  ).toBe('\uFEFFReason,Impressions\r\n"Bots, ""declared""",12\r\n\'=SUM(A1),-3\r\n"a\nb",0.5\r\n');
});
