import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
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

test.each(catalogs)("[I18N-001] %s has the same keys and placeholders in both languages, and no ß", (file) => {
  const english = read(file);
  const german = read(file.replace("en.json", "de.json"));
  expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort());
  for (const [key, text] of Object.entries(english)) {
    expect(placeholders(german[key] ?? ""), key).toEqual(placeholders(text));
    expect((german[key] ?? "").trim() === "", key).toBe(text.trim() === "");
    expect(german[key], key).not.toContain("ß");
  }
});

test("the catalogs of every module with user-visible texts are included", () => {
  expect(catalogs.length).toBeGreaterThanOrEqual(11);
});

test("[I18N-001] every message of the API has the same placeholders in both languages, and no ß", () => {
  for (const key of messageKeys) {
    const [english, german] = [message(key, "en"), message(key, "de")];
    expect(placeholders(german), key).toEqual(placeholders(english));
    expect(german.trim(), key).not.toBe("");
    expect(german, key).not.toContain("ß");
  }
});
