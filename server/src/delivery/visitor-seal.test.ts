import { expect, test } from "vitest";
import { seededRandom } from "../platform/random.ts";
import { visitorSeal } from "./visitor-seal.ts";

test("a seal is different each time and shows its visitor again, to who has the key alone", () => {
  const random = seededRandom(11);
  const { seal, unseal } = visitorSeal(random.bytes(16));
  const other = visitorSeal(random.bytes(16));
  const visitors = Array.from({ length: 600 }, () => random.bytes(8).toString("base64url"));
  const sealed = visitors.map((visitor) => seal(visitor, random));
  expect(sealed.map(unseal)).toEqual(visitors);
  expect(sealed.filter((text, i) => other.unseal(text) === visitors[i])).toEqual([]);
  const again = Array.from({ length: 600 }, () => seal(visitors[0]!, random));
  expect(new Set(again).size).toBe(again.length);
  expect(new Set(again.map((text) => text.slice(11))).size).toBe(again.length);
});

test("no visitor has no seal, and what is no seal shows nobody", () => {
  const random = seededRandom(12);
  const { seal, unseal } = visitorSeal(random.bytes(16));
  expect(seal("", random)).toBe("");
  expect(["", "short", "x".repeat(40)].map(unseal)).toEqual(["", "", ""]);
});
