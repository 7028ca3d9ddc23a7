import type { CustomerPrice, NewCustomerPrice } from "@litfass/contract/billing/billing";
import type { Currency } from "@litfass/contract/kernel/money";
import { microsOfMinor } from "@litfass/contract/kernel/money";
import { hundredthsOf } from "@litfass/contract/kernel/percent";
import type { CurrencyPrices } from "@litfass/contract/settings/price-list";

/** Discounts that are agreed with one customer. The terms never change; staff can end them. */
export type AgreedPrice = {
  id: number;
  ownerUid: string;
  cpmPercent: number;
  planPercent: number;
  firstOn: string;
  lastOn: string;
  reason: string;
  valueMicros: bigint;
  currency: Currency;
  createdAt: Date;
  createdBy: string;
  createdByName: string;
  approvedBy: string | null;
  approvedByName: string | null;
  endedAt: Date | null;
};

/** The state of an agreement on a day. */
export function stateOf({ firstOn, lastOn, endedAt }: AgreedPrice, today: string): CustomerPrice["state"] {
  if (endedAt !== null) return "ended";
  if (today > lastOn) return "expired";
  return today < firstOn ? "scheduled" : "active";
}

const dayMs = 86_400_000;
const daysPerYear = 365n;

/**
 * What an agreement may be worth to the customer, in micros: its larger percentage of a year's purchases, by the days
 * that it lasts. A year counts as the most expensive plan's price, or what the customer has paid in the last year if
 * that is more, because a new customer has paid nothing yet.
 */
export function estimatedValue(
  { cpm_percent, plan_percent, first_on, last_on }: Omit<NewCustomerPrice, "reason">,
  prices: CurrencyPrices,
  paidMicros: bigint,
): bigint {
  const highest = Math.max(...Object.values(prices.plans).map(({ price_per_month }) => price_per_month));
  const planMicros = microsOfMinor(highest * 12);
  const perYear = paidMicros > planMicros ? paidMicros : planMicros;
  const days = BigInt(Math.round((Date.parse(last_on) - Date.parse(first_on)) / dayMs) + 1);
  const hundredths = BigInt(hundredthsOf(Math.max(cpm_percent, plan_percent)));
  return (perYear * hundredths * days) / (10_000n * daysPerYear);
}

/** An agreement in the format of the API. */
export const presentAgreed = (price: AgreedPrice, today: string): CustomerPrice => ({
  id: price.id,
  user: price.ownerUid,
  state: stateOf(price, today),
  cpm_percent: price.cpmPercent,
  plan_percent: price.planPercent,
  first_on: price.firstOn,
  last_on: price.lastOn,
  reason: price.reason,
  created_at: price.createdAt.toISOString(),
  created_by_name: price.createdByName,
  approved_by_name: price.approvedByName,
  ended_at: price.endedAt?.toISOString() ?? null,
});
