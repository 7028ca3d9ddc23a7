import { expect, test } from "vitest";
import { defaultLocale, firstLocale, resolveLocale } from "./locale.ts";
import { offeredLocales } from "./offered-locales.ts";

test("[I18N-005] only the primary subtag counts", () => {
  expect(resolveLocale("de-CH")).toBe("de");
  expect(resolveLocale("en-GB")).toBe("en");
  expect(resolveLocale("fr")).toBeNull();
});

test("[CONST-034] the locales are en and de, the default is en", () => {
  expect(offeredLocales()).toEqual(["en", "de"]);
  expect(defaultLocale).toBe("en");
});

test("storage comes first, then the browser, then English", () => {
  expect(firstLocale("de", "en-US")).toBe("de");
  expect(firstLocale(null, "de-AT")).toBe("de");
  expect(firstLocale("xx", "fr")).toBe("en");
});
