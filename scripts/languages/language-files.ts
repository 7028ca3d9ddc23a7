import { execFileSync } from "node:child_process";

/** Catalogs and tables of texts by language, catalogs of the web app, and pages of the guide. */
const patterns: [english: RegExp, inLanguage: (language: string) => string][] = [
  [/(?<=^|\/)en\.json$/, (language) => `${language}.json`],
  [/(?<=\/i18n\/)en(?=\/[\w-]+\.json$)/, (language) => language],
  [/(?<=^docs\/guide\/)en(?=\/[\w-]+\.md$)/, (language) => language],
];

/** The paths of all files of the repository. */
export const projectFiles = (root: string): string[] =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 25,
  })
    .split("\n")
    .filter(Boolean);

/** The English files that each language has beside them, in its own words. */
export const englishFiles = (files: string[]): string[] =>
  files.filter((file) => patterns.some(([english]) => english.test(file)));

/** The path of an English file's translation. */
export const fileIn = (language: string, english: string): string =>
  patterns.reduce((file, [pattern, part]) => file.replace(pattern, part(language)), english);
