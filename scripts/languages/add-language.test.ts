import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { languages } from "@litfass/contract/kernel/language";
import { expect, onTestFinished, test } from "vitest";
import { root } from "../run-steps.ts";
import { newLanguage } from "./new-language.ts";
import { copyOfProject, translate } from "./testing-language.ts";
import { untranslated } from "./untranslated.ts";

test.each(languages.filter((language) => language !== "en"))(
  "every text exists in %s, and none is in English",
  (language) => {
    expect(untranslated(root, language)).toEqual([]);
  },
);

test("one command adds a language, and pages, answers, mails and documents are in it once its files are translated", () => {
  const copy = copyOfProject(root);
  onTestFinished(() => rmSync(copy, { recursive: true }));
  const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: copy, encoding: "utf8" });
  expect(run("scripts/language.ts", "sv")).toContain("Svenska (sv-SE)");

  const gaps = untranslated(copy, "sv");
  const files = [...new Set(gaps.map(({ file }) => file))];
  expect(new Set(gaps.map(({ fault }) => fault))).toEqual(new Set(["English"]));
  expect(files.length).toBeGreaterThan(70);
  expect(gaps).toContainEqual({ file: "docs/guide/sv/budget.md", key: "", fault: "English" });

  for (const file of files) translate(path.join(copy, file));
  expect(untranslated(copy, "sv")).toEqual([]);
  expect(readFileSync(path.join(copy, "web/src/features/creatives/studio/use-hyphenation.ts"), "utf8")).toContain(
    "hyphen/sv/",
  );
  const outputs = JSON.parse(run("scripts/languages/testing-outputs.ts", "sv")) as Record<string, string>;
  expect(Object.keys(outputs)).toEqual(["page", "answer", "mail", "document", "categories"]);
  for (const [name, text] of Object.entries(outputs)) expect(text, name).toContain("å");
});

test("the name and the locale of a language follow from its code", () => {
  expect(newLanguage("es")).toEqual({ code: "es", name: "Español", locale: "es-ES" });
  expect(newLanguage("pt", "Português", "pt-BR")).toEqual({ code: "pt", name: "Português", locale: "pt-BR" });
  expect(newLanguage("Spanish")).toContain("two lower-case letters");
  expect(newLanguage("zz")).toContain("No name of zz is known");
  expect(newLanguage("es", "Español", "fr-FR")).toBe("fr-FR is not a locale of es");
});
