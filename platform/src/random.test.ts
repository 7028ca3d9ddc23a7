import { expect, test } from "vitest";
import { seededRandom, systemRandom } from "./random.ts";

test("equal seeds repeat, different ones differ", () => {
  const draw = (seed: number) => {
    const random = seededRandom(seed);
    return [random.number(), random.number(), random.id(), random.bytes(4).toString("hex")];
  };
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
});

test.each([
  ["system", systemRandom],
  ["seeded", seededRandom(1)],
] as const)("%s numbers are in [0, 1), ids are version 4", (_name, random) => {
  for (let count = 0; count < 1000; count++) {
    const number = random.number();
    expect(number >= 0 && number < 1).toBe(true);
  }
  expect(random.id()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
