import { byLanguage } from "@litfass/contract/kernel/language";
import type { TestClient } from "../../../testing/client.ts";

/** A discount in the format of the API. */
export const testDiscount = {
  percent: 10 as number | null,
  amount_per_month: null as number | null,
  first_on: "2026-05-01",
  last_on: "2026-05-31",
  label: { ...byLanguage(() => ""), en: "Spring offer", de: "Frühlingsangebot" },
  first_purchase_only: false,
  introductory: false,
};
export type TestDiscount = typeof testDiscount;

type Plans = Partial<Record<"starter" | "standard" | "advanced", Partial<TestDiscount> | null>>;
type PriceSettings = { plans: Record<string, { discount: unknown }> };
type Others = { volume_bonus?: { at_least: number; percent: number }[]; cpm?: { CHF: number; EUR: number } };

/** Changes the discounts of plans, and other prices; what is not named stays. */
export const changePrices = async (boss: TestClient, plans: Plans, others: Others = {}) =>
  change(boss, (settings) => {
    for (const [plan, discount] of Object.entries(plans)) {
      Object.assign(settings.plans[plan] ?? {}, { discount: discount && { ...testDiscount, ...discount } });
    }
    Object.assign(settings, others);
  });

/** Changes how many months a plan runs. */
export const changeTerm = async (boss: TestClient, plan: "starter" | "standard" | "advanced", term_months: number) =>
  change(boss, (settings) => Object.assign(settings.plans[plan] ?? {}, { term_months }));

async function change(boss: TestClient, edit: (settings: PriceSettings) => void) {
  const { prices } = (await boss.get("/settings/operator")).body;
  const settings = structuredClone(prices.settings);
  edit(settings);
  return boss.put("/settings/operator/prices", { version: prices.version, note: "Prices", settings });
}
