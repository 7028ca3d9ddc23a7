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
type Others = { volume_bonus?: { at_least: number; percent: number }[]; cpm?: { CHF: number; EUR: number } };

/** Changes the discounts of plans, and other prices; what is not named stays. */
export async function changePrices(boss: TestClient, plans: Plans, others: Others = {}) {
  const { prices } = (await boss.get("/settings/operator")).body;
  const settings = structuredClone(prices.settings);
  for (const [plan, discount] of Object.entries(plans)) {
    settings.plans[plan].discount = discount && { ...testDiscount, ...discount };
  }
  Object.assign(settings, others);
  return boss.put("/settings/operator/prices", { version: prices.version, note: "Prices", settings });
}
