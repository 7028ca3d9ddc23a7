import { z } from "zod";
import { say } from "./validation.ts";

/** Hundredths of a percent: 12.5% is 1250. Calculations use them, because 12.5 × 3 may not be exact in binary. */
export const hundredthsOf = (percent: number): number => Math.round(percent * 100);

const isHundredths = (percent: number): boolean => Math.abs(percent * 100 - hundredthsOf(percent)) < 1e-6;

/** A percentage between two bounds, with at most two decimals. */
export const percentBetween = (minimum: number, maximum: number) =>
  z.number().min(minimum).max(maximum).refine(isHundredths, say("settings.vat_percent"));

/** A share of an amount in minor units, rounded half up. The amount is not negative. */
export function shareOfMinor(minor: number, percent: number): number {
  return Number((BigInt(minor) * BigInt(hundredthsOf(percent)) + 5_000n) / 10_000n);
}
