import type { PlanId } from "../billing/billing-shapes.ts";
import { byLanguage } from "../kernel/language.ts";
import type { PlanBenefits } from "./plan-benefits.ts";

/** A booking runs three months until the operator changes it (CONST-005, CONST-008). */
export const defaultTermMonths = 3;

const builtIn = (customBanners: number): PlanBenefits => ({
  custom_banners: customBanners,
  texts: byLanguage(() => ({ KPI: "", TARGETING: "", HTML5: "" })),
});

/** Until the operator changes them (CONST-014). */
export const defaultBenefits: Record<PlanId, PlanBenefits> = {
  starter: builtIn(0),
  standard: builtIn(0),
  advanced: builtIn(4),
};
