import { expect, test } from "vitest";
import { catalog } from "./catalog.ts";

const en = { hello: "Hello {name}", days_one: "{count} day left", days_other: "{count} days left" };
const de = { hello: "Guten Tag {name}", days_one: "noch {count} Tag", days_other: "noch {count} Tage" };

test("returns a text in its language with its values, each inserted once and unchanged", () => {
  const t = catalog(en, de);
  expect(t("en", "hello", { name: "{name} $&" })).toBe("Hello {name} $&");
  expect(t("de", "hello", { name: "Anna" })).toBe("Guten Tag Anna");
});

test("count selects the plural form by the rules of the language", () => {
  const t = catalog(en, de);
  expect([0, 1, 2].map((count) => t("en", "days", { count }))).toEqual(["0 days left", "1 day left", "2 days left"]);
  expect(t("de", "days", { count: 1 })).toBe("noch 1 Tag");
});

test("a missing value and a text in only one language are errors", () => {
  const t = catalog(en, de);
  expect(() => t("en", "hello")).toThrow("lacks a value for {name}");
  const { hello: _hello, ...incomplete } = de;
  expect(() => catalog(en, incomplete as typeof de)).toThrow("hello");
  expect(() => catalog(en, Object.assign({ extra: "mehr" }, de))).toThrow("extra");
});
