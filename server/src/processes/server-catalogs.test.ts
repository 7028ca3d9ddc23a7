import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { languages } from "@litfass/contract/kernel/language";
import { message, messageKeys } from "@litfass/contract/kernel/messages";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");
const catalogs = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*/texts/en.json"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter(Boolean);
const read = (file: string): Record<string, string> => JSON.parse(readFileSync(path.join(root, file), "utf8"));
const placeholders = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].sort();

/** Every translated catalog, and its English one. */
const translated = catalogs.flatMap((english) =>
  languages
    .map((language) => ({ english, file: english.replace("en.json", `${language}.json`) }))
    .filter(({ file }) => file !== english && existsSync(path.join(root, file))),
);

test.each(translated)(
  "[I18N-001] $file has the keys and placeholders of English, no ß, no exclamation mark and one kind of apostrophe",
  ({ file, english: source }) => {
    const english = read(source);
    const own = read(file);
    expect(Object.keys(own).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(english)) {
      expect(placeholders(own[key] ?? ""), key).toEqual(placeholders(text));
      expect((own[key] ?? "").trim() === "", key).toBe(text.trim() === "");
      expect(own[key], key).not.toMatch(/[ß!’]/);
      if (file.endsWith("/fr.json")) expect(own[key], key).not.toMatch(/[^\u00a0][:;?](?=\s|$)/);
    }
  },
);

test("every catalog exists in German", () => {
  const german = translated.filter(({ file }) => file.endsWith("/de.json")).map(({ english }) => english);
  expect(german.sort()).toEqual([...catalogs].sort());
});

test("the catalogs of every module with user-visible texts are included", () => {
  expect(catalogs.length).toBeGreaterThanOrEqual(11);
});

test.each(languages)(
  "[I18N-001] every message of the API exists in %s with the same placeholders, and no ß or other apostrophe",
  (language) => {
    for (const key of messageKeys) {
      const [english, own] = [message(key, "en"), message(key, language)];
      expect(placeholders(own), key).toEqual(placeholders(english));
      expect(own.trim(), key).not.toBe("");
      expect(own, key).not.toMatch(/[ß!’]/);
      if (language !== "en" && english.includes(" ")) expect(own, key).not.toBe(english);
    }
  },
);
