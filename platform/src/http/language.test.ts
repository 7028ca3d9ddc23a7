import { expect, test } from "vitest";
import { acceptedLanguage } from "./language.ts";

test.each([
  ["de-CH,de;q=0.9,en;q=0.8", "de"],
  ["fr;q=1, en;q=0.4, de;q=0.6", "de"],
  ["EN-GB", "en"],
  ["de;q=0, en;q=0.1", "en"],
  ["de;q=0", null],
  ["fr, it", null],
  ["*", null],
  ["", null],
  [undefined, null],
])("%j means %j", (header, language) => {
  expect(acceptedLanguage(header, ["en", "de"])).toBe(language);
});

test("a language counts once it is offered", () => {
  expect(acceptedLanguage("fr, it", ["en", "de", "it"])).toBe("it");
  expect(acceptedLanguage("it-CH, fr", ["en", "fr"])).toBe("fr");
});
