import { z } from "zod";
import { byLanguage } from "../kernel/language.ts";
import { multiline, textKinds } from "../kernel/text.ts";
import { say } from "../kernel/validation.ts";

/** The public pages with the operator's conditions. */
export const legalDocuments = ["terms", "privacy", "imprint"] as const;
export type LegalDocument = (typeof legalDocuments)[number];

/** What a text may name in braces; the company's data take its place. */
export const legalPlaceholders = ["name", "address", "city", "email", "phone", "register", "vat_number"] as const;
export type LegalPlaceholder = (typeof legalPlaceholders)[number];

const isPlaceholder = (name: string): boolean => legalPlaceholders.some((each) => each === name);

/** Markdown without HTML; empty: the built-in text. */
export const legalTextSchema = multiline({ min: 0, max: 40_000 })
  .refine(
    (text) => [...text.matchAll(/\{([a-z_]+)\}/g)].every(([, name = ""]) => isPlaceholder(name)),
    say("settings.placeholder"),
  )
  .register(textKinds, { kind: "multiline" });
const summarySchema = multiline({ min: 0, max: 1_000 });

const inEach = <Schema extends z.ZodType>(text: Schema) => z.strictObject(byLanguage(() => text));

/** Terms, privacy and imprint in the operator's own words, by language. */
export const legalSchema = z.strictObject({
  terms: inEach(legalTextSchema),
  privacy: inEach(legalTextSchema),
  imprint: inEach(legalTextSchema),
  /** Counts the terms that customers must accept: with the next number, every customer is asked again. */
  terms_edition: z.int().min(1).max(10_000),
  /** What this edition changes, for customers who are asked; empty: nothing is said. */
  terms_changes: inEach(summarySchema),
});
export type LegalTexts = z.output<typeof legalSchema>;
