import { seededRandom, systemRandom } from "@litfass/platform/random";
import fc from "fast-check";
import { expect, test } from "vitest";
import { adSeal } from "./ad-seal.ts";

const keys = ["a secret for tests that is long enough"] as const;

test("a sealed text of any length opens only for its recipient and cannot be read or modified", () => {
  const seal = adSeal(keys, systemRandom);
  const other = adSeal(["another secret of the same length, more or less"], systemRandom);
  const parameters = { seed: 20261122, numRuns: 300 };
  console.log("property test with seed", parameters.seed);
  const text = fc.string({ unit: fc.constantFrom(..."abc~%.-09"), minLength: 1, maxLength: 1200 });
  fc.assert(
    fc.property(text, fc.nat(), (plain, place) => {
      const { page, notice } = seal.seal(plain);
      for (const [holder, token, foreign] of [
        ["page", page, notice],
        ["notice", notice, page],
      ] as const) {
        expect(seal.open(holder, token)).toBe(plain);
        expect(seal.open(holder, foreign)).toBeUndefined();
        expect(other.open(holder, token)).toBeUndefined();
        expect(token).toMatch(/^[\w-]+\.[\w-]{21}$/);
        const at = place % token.length;
        const altered = `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;
        expect(seal.open(holder, altered)).toBeUndefined();
      }
    }),
    parameters,
  );
});

test("nonces never repeat, even across processes", () => {
  const one = adSeal(keys, seededRandom(1));
  const two = adSeal(keys, seededRandom(2));
  const sealed = Array.from({ length: 500 }, () => [one.seal("x".repeat(300)).page, two.seal("x".repeat(300)).page]);
  const bodies = sealed.flat().map((token) => token.slice(16, 60));
  expect(new Set(bodies).size).toBe(1000);
});

test.each(["", ".", "a", "a.b", `${"A".repeat(40)}.${"A".repeat(21)}`])("rejects %j as a token", (token) => {
  const seal = adSeal(keys, systemRandom);
  expect(seal.open("page", token)).toBeUndefined();
  expect(seal.open("notice", token)).toBeUndefined();
});
