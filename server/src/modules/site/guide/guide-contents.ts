import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Language, languages } from "@litfass/contract/kernel/language";

/** The pages of the documentation by reader, in the order of its menu. */
export const guideSections = {
  advertisers: ["first-campaign", "budget", "targeting", "banners", "report", "conversions", "sharing"],
  agencies: ["agencies"],
  operators: ["go-live", "settings", "exchanges", "publishers", "review", "books"],
  developers: ["api", "openrtb", "events", "metrics"],
  releases: ["changelog"],
} as const;
export type GuideReader = keyof typeof guideSections;
export type GuideName = (typeof guideSections)[GuideReader][number];
export const guideReaders = Object.keys(guideSections) as GuideReader[];
export const guideNames: GuideName[] = Object.values(guideSections).flat();

/** A page as written: its title, its first paragraph, and what follows as Markdown. */
export type GuideText = { title: string; lead: string; text: string; language: Language };
export type Guide = ReadonlyMap<GuideName, ReadonlyMap<Language, GuideText>>;

const projectRoot = path.join(import.meta.dirname, "../../../../..");
const folder = path.join(projectRoot, "docs/guide");
export const guidePictures = path.join(folder, "pictures");

/** The file of a page in a language; the changelog is one file, in English. */
export const guideFile = (name: GuideName, language: Language): string =>
  name === "changelog" && language === "en"
    ? path.join(projectRoot, "CHANGELOG.md")
    : path.join(folder, language, `${name}.md`);

/** Reads all pages. English exists for each; the other languages where somebody wrote them. */
export const readGuide = (): Guide =>
  new Map(
    guideNames.map((name) => [
      name,
      new Map(
        languages
          .filter((language) => language === "en" || existsSync(guideFile(name, language)))
          .map((language) => [language, parseGuide(readFileSync(guideFile(name, language), "utf8"), language)]),
      ),
    ]),
  );

/** The page in a language, or in English. */
export function textIn(guide: Guide, name: GuideName, language: Language): GuideText {
  const texts = guide.get(name);
  const found = texts?.get(language) ?? texts?.get("en");
  if (!found) throw new Error(`the guide has no page ${name}`);
  return found;
}

/** `# Title`, a paragraph, and the rest. @throws if a page begins in another way. */
export function parseGuide(source: string, language: Language): GuideText {
  const [, title, lead, text] = /^# (.+)\n\n([^#\n](?:.|\n(?!\n))*)\n\n([\s\S]+)$/.exec(source) ?? [];
  if (!title || !lead || !text)
    throw new Error(`a page of the guide begins with a title and a paragraph: ${source.slice(0, 60)}`);
  return { title, lead: lead.replaceAll("\n", " "), text, language };
}
