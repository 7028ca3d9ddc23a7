import { expect, test } from "vitest";
import { describe } from "./transaction.ts";

test("a movement names its kind and its note, in French with a space before the colon", () => {
  const movement = { kind: "reservation" as const, description: "Zopf", details: {} };
  expect(describe(movement, "en")).toBe("Reserved for a campaign: Zopf");
  expect(describe(movement, "fr")).toBe("Réservé pour une campagne\u00a0: Zopf");
  expect(describe({ ...movement, description: "" }, "fr")).toBe("Réservé pour une campagne");
});
