import { z } from "zod";
import type { PlanId } from "../billing/billing-shapes.ts";
import { type Language, languages } from "../kernel/language.ts";
import { multiline, textKinds } from "../kernel/text.ts";
import { say } from "../kernel/validation.ts";

/** The lists of a plan's benefits, as the API names them (FIELD-PLAN-002). */
export const benefitLists = ["KPI", "TARGETING", "HTML5"] as const;

/** More do not fit a card. */
const maxBenefits = 8;
const maxLength = 90;

/** One benefit a line. */
export const benefitLines = (text: string): string[] =>
  text
    .split("\n")
    .map((each) => each.trim())
    .filter((each) => each !== "");

const isShort = (text: string): boolean => {
  const lines = benefitLines(text);
  return lines.length <= maxBenefits && lines.every((each) => each.length <= maxLength);
};

const textSchema = multiline({ min: 0, max: maxBenefits * (maxLength + 2) })
  .refine(isShort, say("settings.benefits"))
  .meta({ examples: ["Your own account manager"] })
  .register(textKinds, { kind: "multiline" });

const listsSchema = z.strictObject({ KPI: textSchema, TARGETING: textSchema, HTML5: textSchema });

const planBenefitsSchema = z.strictObject({
  /** Custom HTML5 banner sets that the plan includes. */
  custom_banners: z.number().int().min(0).max(50),
  /**
   * What the plan's card lists, in the operator's words; empty: the built-in texts. The key figures and the custom banners are
   * computed and stay; the operator's lines follow them.
   */
  texts: z.strictObject(
    Object.fromEntries(languages.map((language) => [language, listsSchema])) as Record<Language, typeof listsSchema>,
  ),
});
export type PlanBenefits = z.output<typeof planBenefitsSchema>;

export const benefitsSchema = z.strictObject({
  starter: planBenefitsSchema,
  standard: planBenefitsSchema,
  advanced: planBenefitsSchema,
} satisfies Record<PlanId, unknown>);
