import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { catalog } from "./catalog.ts";

const en = { hello: "Hello {name}", days_one: "{count} day left", days_other: "{count} days left" };
const de = { hello: "Guten Tag {name}", days_one: "noch {count} Tag", days_other: "noch {count} Tage" };
const fr = { days_one: "encore {count} jour", days_other: "encore {count} jours" };

/** A folder with these texts by language. */
function folderOf(catalogs: Record<string, Record<string, string>>): URL {
  const folder = mkdtempSync(path.join(tmpdir(), "litfass-texts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [language, texts] of Object.entries(catalogs))
    writeFileSync(path.join(folder, `${language}.json`), JSON.stringify(texts));
  return pathToFileURL(`${folder}/`);
}

test("returns a text in its language with its values, each inserted once and unchanged", () => {
  const t = catalog(en, folderOf({ de }));
  expect(t("en", "hello", { name: "{name} $&" })).toBe("Hello {name} $&");
  expect(t("de", "hello", { name: "Anna" })).toBe("Guten Tag Anna");
});

test("count selects the plural form by the rules of the language, also for a million in French", () => {
  const t = catalog(en, folderOf({ de, fr }));
  expect([0, 1, 2].map((count) => t("en", "days", { count }))).toEqual(["0 days left", "1 day left", "2 days left"]);
  expect(t("de", "days", { count: 1 })).toBe("noch 1 Tag");
  expect([0, 1, 2, 1_000_000].map((count) => t("fr", "days", { count }))).toEqual([
    "encore 0 jour",
    "encore 1 jour",
    "encore 2 jours",
    "encore 1000000 jours",
  ]);
});

test("[I18N-006] a text or a whole language that is missing is shown in English", () => {
  const t = catalog(en, folderOf({ de, fr }));
  expect(t("fr", "hello", { name: "Anna" })).toBe("Hello Anna");
  expect(t("it", "days", { count: 2 })).toBe("2 days left");
});

test("a missing value, and a text that English lacks, are errors", () => {
  const t = catalog(en, folderOf({ de }));
  expect(() => t("en", "hello")).toThrow("lacks a value for {name}");
  expect(() => catalog(en, folderOf({ de: { ...de, extra: "mehr" } }))).toThrow("extra");
});
