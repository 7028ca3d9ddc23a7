import { z } from "zod";
import { type Language, languages } from "../kernel/language.ts";
import { multiline, textKinds } from "../kernel/text.ts";
import { say } from "../kernel/validation.ts";

/** The parts of the landing page that an operator can leave out; its headline and the contact form stay. */
export const siteSections = ["why", "how", "try", "prices", "stories", "case", "help", "faq", "about"] as const;
export type SiteSection = (typeof siteSections)[number];

export const maxStories = 6;

/** Stories of an operator: paragraphs separated by empty lines, the first line of each is its title. */
export const storiesOf = (text: string): { title: string; text: string }[] =>
  text
    .split(/\n\s*\n/)
    .map((story) => story.trim())
    .filter((story) => story !== "")
    .map((story) => {
      const [title = "", ...rest] = story.split("\n");
      return { title: title.trim(), text: rest.join(" ").trim() };
    });

const isStories = (text: string): boolean => {
  const stories = storiesOf(text);
  return stories.length <= maxStories && stories.every((story) => story.title.length <= 120 && story.text !== "");
};

/** Plain texts of the landing page in one language; empty: the built-in text. */
const siteTextsSchema = z.strictObject({
  headline: multiline({ min: 0, max: 80 }),
  lead: multiline({ min: 0, max: 300 }),
  about: multiline({ min: 0, max: 2_000 }),
  stories: multiline({ min: 0, max: 4_000 })
    .refine(isStories, say("settings.stories"))
    .meta({ examples: ["A bakery in Bern\nMore guests on Sundays within four weeks."] })
    .register(textKinds, { kind: "multiline" }),
});
export type SiteTexts = z.output<typeof siteTextsSchema>;

/** Which sections the landing page shows, and the operator's own texts. */
export const siteContentSchema = z.strictObject({
  sections: z.strictObject(
    Object.fromEntries(siteSections.map((section) => [section, z.boolean()])) as Record<SiteSection, z.ZodBoolean>,
  ),
  texts: z.strictObject(
    Object.fromEntries(languages.map((language) => [language, siteTextsSchema])) as Record<
      Language,
      typeof siteTextsSchema
    >,
  ),
});
export type SiteContent = z.output<typeof siteContentSchema>;
