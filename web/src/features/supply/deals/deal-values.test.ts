import { expect, test } from "vitest";
import { valuesOf } from "./deal-values.ts";

test("a new deal starts in the given currency", () => {
  expect(valuesOf(undefined, "DKK").currency).toBe("DKK");
});
