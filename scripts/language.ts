import { execFileSync } from "node:child_process";
import { isLanguage, languages, nativeName } from "@litfass/contract/kernel/language";
import { addLanguage } from "./languages/add-language.ts";
import { newLanguage } from "./languages/new-language.ts";
import { untranslated } from "./languages/untranslated.ts";
import { root, tool } from "./run-steps.ts";

const [code, ...rest] = process.argv.slice(2);
if (code === undefined) for (const each of languages) report(each, 0);
else if (isLanguage(code)) report(code, Number.POSITIVE_INFINITY);
else add(code, rest);

/** Prints how many texts of a language are not translated, and up to `most` of them. */
function report(language: string, most: number): void {
  if (language === "en") return;
  const gaps = untranslated(root, language);
  console.log(`${language}: ${gaps.length === 0 ? "complete" : `${gaps.length} texts to translate`}`);
  for (const { file, key, fault } of gaps.slice(0, most)) console.log(`  ${file}${key && ` ${key}`}: ${fault}`);
  if (gaps.length > 0) process.exitCode = 1;
}

function add(language: string, [name, locale]: string[]): void {
  const wanted = newLanguage(language, name, locale);
  if (typeof wanted === "string") {
    console.error(wanted);
    process.exitCode = 2;
    return;
  }
  const last = languages.at(-1) ?? "en";
  const { added, changed } = addLanguage(root, wanted, last);
  // Sorts the imports.
  execFileSync(tool("biome"), ["check", "--write", ...changed], { cwd: root, stdio: "ignore" });
  console.log(`${wanted.name} (${wanted.locale}) is after ${nativeName(last)} in ${changed.join(", ")}`);
  console.log(
    `Translate the ${added.length} new files; "npm run language -- ${language}" lists what is still in English`,
  );
}
