import type { PlanId } from "@litfass/contract/billing/billing";
import { termText } from "@litfass/contract/billing/term-text";
import { moneyText } from "@litfass/contract/kernel/money";
import type { Platform } from "@litfass/platform/platform";
import type { UserRow } from "../../users/index.ts";
import { formatDay, textIn } from "../invoices/invoice.ts";
import { pricesFor } from "../prices/quote.ts";
import { textsOf } from "../texts.ts";
import { planPrice } from "./plan-price.ts";

/** What it costs now to order a plan again, as a sentence; a discount with its last day and the list price. */
export async function renewalText(
  { db, clock }: Pick<Platform, "db" | "clock">,
  owner: UserRow,
  plan: PlanId,
): Promise<string> {
  const texts = textsOf(owner.lang, "renewal");
  const { prices, buyer } = await pricesFor(db, owner, clock.now());
  const { minor, listMinor, reduction } = planPrice(plan, prices, buyer);
  const months = prices.plans[plan].term_months;
  const term = termText(months, owner.lang);
  const money = (perMonth: number) => moneyText(perMonth * months, prices.currency);
  if (!reduction) return texts("list", { term, price: money(minor) });
  return texts("discounted", {
    term,
    price: money(minor),
    list: money(listMinor),
    label: textIn(reduction.terms.texts, owner.lang),
    day: formatDay(reduction.lastOn),
  });
}
