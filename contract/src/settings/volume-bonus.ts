import { z } from "zod";
import { percentBetween, shareOfMinor } from "../kernel/percent.ts";
import { say } from "../kernel/validation.ts";
import { amountsBetween, everyCurrency } from "./amounts.ts";

/** Budget on top of a payment by card, from an amount on. */
const stepSchema = z.strictObject({
  /** The smallest payment without VAT. */
  at_least: amountsBetween(1_00, 1_000_000_00),
  percent: percentBetween(0.01, 50),
});

export const volumeBonusSchema = z
  .array(stepSchema)
  .max(5)
  .refine(
    (steps) =>
      steps.every(({ at_least, percent }, at) => {
        const before = steps[at - 1];
        const isMore = !before || everyCurrency(before.at_least, at_least, (less, more) => less < more);
        return isMore && (before?.percent ?? 0) < percent;
      }),
    say("settings.bonus_steps"),
  )
  .meta({ examples: [[{ at_least: 1000, percent: 3 }]] });
export type VolumeBonus = z.output<typeof volumeBonusSchema>;

/** The bonus of a payment in minor units: that of the highest step which it reaches. */
export function bonusMinor(paidMinor: number, steps: { at_least: number; percent: number }[]): number {
  const step = steps.findLast(({ at_least }) => at_least <= paidMinor);
  return step ? shareOfMinor(paidMinor, step.percent) : 0;
}
