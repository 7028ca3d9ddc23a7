import { seededRandom } from "@litfass/platform/random";
import { expect, test } from "vitest";
import { type JsonSelection, partialJson } from "./partial-json.ts";

const random = seededRandom(21);
const below = (most: number): number => Math.floor(random.number() * most);
const pick = <T>(values: T[]): T => values[below(values.length)]!;

const names = ["id", "a", "list", "deep", "kept", "no", "né", 'q"', "\\", "__proto__", "toString"];
const texts = ["", "x", "Zürich", 'a"b', "back\\slash", "line\n", "€😀", "{[,:]}", "long ".repeat(30)];
const numbers = [0, -0, 1, -17, 3.25, 1e21, 1e-7, 123_456_789_012_345, 2 ** 63];

function someValue(depth: number): unknown {
  const kind = below(depth > 0 ? 7 : 5);
  if (kind === 0) return pick(texts);
  if (kind === 1) return pick(numbers);
  if (kind < 5) return pick([true, false, null, pick(texts), pick(numbers)]);
  if (kind === 5) return Array.from({ length: below(4) }, () => someValue(depth - 1));
  return Object.fromEntries(Array.from({ length: below(6) }, () => [pick(names), someValue(depth - 1)]));
}

const wanted: JsonSelection = {
  id: "all",
  kept: "cached",
  list: [{ a: "all", deep: { id: "cached" } }],
  deep: { a: "all", né: "all", 'q"': "all" },
};
const read = partialJson(wanted);

/** The same selection from the result of JSON.parse. */
function only(value: unknown, of: JsonSelection): unknown {
  if (Array.isArray(of)) return Array.isArray(value) ? value.map((entry) => only(entry, of[0]!)) : only(value, of[0]!);
  if (typeof of === "string" || typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const whole = value as Record<string, unknown>;
  return Object.fromEntries(Object.entries(of).map(([name, part]) => [name, only(whole[name], part)]));
}

test("selected values equal those of JSON.parse, also when cached", () => {
  for (let run = 0; run < 4_000; run++) {
    const value = Object.fromEntries([...names.slice(0, 6)].map((name) => [name, someValue(3)]));
    const text = JSON.stringify(value, null, pick([0, 0, 1, "\t"]));
    const bytes = Buffer.from(pick([text, ` ${text}\r\n`]));
    const expected = only(JSON.parse(text), wanted);
    expect(read(bytes)).toEqual(expected);
    expect(read(bytes)).toEqual(expected);
  }
});

test("invalid JSON is a SyntaxError or only affects skipped values", () => {
  let refused = 0;
  for (let run = 0; run < 4_000; run++) {
    const bytes = Buffer.from(JSON.stringify({ id: "1", deep: someValue(2), list: someValue(3), no: someValue(2) }));
    const broken = pick([
      bytes.subarray(0, below(bytes.length)),
      Buffer.concat([bytes, Buffer.from(pick(["}", "]", '"', "x", "{}"]))]),
      Buffer.from(bytes.map((byte) => (below(20) === 0 ? pick([...Buffer.from('"\\{}[],:x1 ')]) : byte))),
    ]);
    let parsed: unknown;
    try {
      parsed = read(broken);
    } catch (error) {
      expect(error).toBeInstanceOf(SyntaxError);
      refused++;
      expect(() => only(JSON.parse(String(broken)), wanted)).toThrow();
      continue;
    }
    let expected: unknown;
    try {
      expected = only(JSON.parse(String(broken)), wanted);
    } catch {
      continue;
    }
    expect(parsed).toEqual(expected);
  }
  expect(refused).toBeGreaterThan(1_000);
});

test("finds members in any order and among unknown names", () => {
  for (let run = 0; run < 300; run++) {
    const others = Array.from({ length: below(150) }, () => [`${pick(["a", "idle", "kep"])}${below(400)}`, run]);
    const members = [...others, ["id", run], ["kept", { a: run % 7 }], ["deep", { a: run, né: "x", b: 1 }]];
    const value = Object.fromEntries(members.sort(() => random.number() - 0.5));
    const space = pick([0, 0, 1]);
    expect(read(Buffer.from(JSON.stringify(value, null, space))), `run ${run}`).toEqual(only(value, wanted));
  }
});

test("repeated parts are the same object, different bytes never are", () => {
  const part = (json: string) => (read(Buffer.from(json)) as { kept: unknown }).kept;
  const first = part('{"kept":{"a":[1,"ü"]}}');
  expect(part('{ "no": [{}], "kept" : {"a":[1,"ü"]}, "id": 2 }')).toBe(first);
  expect(part('{"kept":{"a":[1,"u"]}}')).toEqual({ a: [1, "u"] });
  for (let i = 0; i < 30_000; i++)
    expect(part(`{"kept":{"a":"${"x".repeat(200)}${i}"}}`)).toEqual({ a: `${"x".repeat(200)}${i}` });
});

test("earlier documents do not affect the current one", () => {
  const whole = Buffer.from('{"kept":{"a":[1,"ü"]},"list":[{"a":"long enough"}]}');
  expect(read(whole)).toEqual(only(JSON.parse(String(whole)), wanted));
  for (let length = 0; length < whole.length; length++)
    expect(() => read(whole.subarray(0, length)), `${length} bytes`).toThrow(SyntaxError);
  const large = { id: "é".repeat(20_000), kept: { a: "x".repeat(40_000) } };
  for (const value of [large, { id: "1" }, large])
    expect(read(Buffer.from(JSON.stringify(value)))).toEqual(only(value, wanted));
});

test("drops cached parts after a minute", () => {
  let nowMs = 0;
  const readNow = partialJson({ list: [{ kept: "cached" }] }, () => nowMs);
  const part = () =>
    (readNow(Buffer.from('{"list":[{"kept":{"id":"visitor"}}]}')) as { list: [{ kept: unknown }] }).list[0].kept;
  const first = part();
  nowMs = 59_999;
  expect(part()).toBe(first);
  nowMs = 60_000;
  expect(part()).not.toBe(first);
});
