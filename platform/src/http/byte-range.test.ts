import { expect, test } from "vitest";
import { byteRange } from "./byte-range.ts";

test.each([
  [undefined, "all"],
  ["bytes=0-", { from: 0, to: 499 }],
  ["bytes=100-199", { from: 100, to: 199 }],
  ["bytes=100-9999", { from: 100, to: 499 }],
  ["bytes=-100", { from: 400, to: 499 }],
  // A suffix longer than the file is the whole file (RFC 9110, 14.1.2).
  ["bytes=-65536", { from: 0, to: 499 }],
  ["bytes=500-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=200-100", "unsatisfiable"],
  ["bytes=0-1,4-5", "all"],
  ["lines=0-1", "all"],
  ["bytes=-", "all"],
])("%s of 500 bytes is %o", (header, range) => {
  expect(byteRange(header, 500)).toEqual(range);
});
