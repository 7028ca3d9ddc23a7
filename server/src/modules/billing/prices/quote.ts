import type { PlanId } from "@litfass/contract/billing/billing";
import { type Currency, microsOfMinor, moneyText } from "@litfass/contract/kernel/money";
import { type CurrencyPrices, pricesIn } from "@litfass/contract/settings/price-list";
import { bonusMinor } from "@litfass/contract/settings/volume-bonus";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { conflict, Problem } from "@litfass/platform/problem";
import { findPrices } from "@litfass/platform/settings/read-settings";
import { currencyOf, type UserRow } from "../../users/index.ts";
import { dayOf } from "../invoices/invoice.ts";
import { type Agreed, type Buyer, planPrice, withAgreedCpm } from "../plans/plan-price.ts";
import { lockOwner } from "../plans/subscription-sql.ts";
import { agreedWith } from "./customer-price-sql.ts";
import { type DiscountTerms, volumeTerms } from "./discount-terms.ts";
import { hasOpenFirstPurchase, isFirstPurchase } from "./purchase-sql.ts";

type AccountFacts = Pick<UserRow, "uid" | "currency" | "countryCode">;

/** The price list in a customer's currency, the same with what is agreed with the customer, and who buys. */
export type PricesFor = { list: CurrencyPrices; prices: CurrencyPrices; buyer: Buyer };

/** The prices of a customer at this moment, read in the transaction that sells; `currency` is the account's. */
export async function pricesFor(
  db: Executor,
  owner: AccountFacts,
  now: Date,
  currency: Currency = currencyOf(owner),
): Promise<PricesFor> {
  const on = dayOf(now);
  const list = pricesIn(await findPrices(db), currency);
  const agreed = (await agreedWith(db, [owner.uid], on)).get(owner.uid) ?? null;
  return {
    list,
    prices: withAgreedCpm(list, agreed),
    buyer: { agreed, isFirstPurchase: await isFirstPurchase(db, owner.uid), on },
  };
}

/** What several customers pay less for a thousand impressions, in percent; those who pay the list price are absent. */
export async function agreedCpmPercents(db: Executor, ownerUids: string[], now: Date): Promise<Map<string, number>> {
  const agreed = await agreedWith(db, ownerUids, dayOf(now));
  return new Map([...agreed].map(([uid, { cpmPercent }]: [string, Agreed]) => [uid, cpmPercent]));
}

/** What is sold: the net amount, and the budget that comes on top of it. */
export type Quote = {
  amountMicros: bigint;
  discountMicros: bigint;
  discountTerms: DiscountTerms | null;
  /** How many months the plan runs; null without a plan. */
  planMonths: number | null;
};

/** A plan's price for its term at this moment. */
export async function quotePlan(db: Executor, owner: AccountFacts, plan: PlanId, now: Date): Promise<Quote> {
  const { prices, buyer } = await pricesFor(db, owner, now);
  const { listMinor, minor, reduction } = planPrice(plan, prices, buyer);
  const planMonths = prices.plans[plan].term_months;
  return {
    amountMicros: microsOfMinor(minor * planMonths),
    discountMicros: microsOfMinor((listMinor - minor) * planMonths),
    discountTerms: reduction?.terms ?? null,
    planMonths,
  };
}

/**
 * The price at which a customer buys a plan now. One purchase after the other, so that a discount on the first one is
 * given once. @throws 409 if the price is not the expected one, or while a payment at a first purchase's price is open.
 */
export async function sellPlan(
  tx: Transaction,
  { owner, plan, at, expected }: { owner: UserRow; plan: PlanId; at: Date; expected: number | undefined },
): Promise<Quote> {
  await lockOwner(tx, owner.uid);
  const quote = await quotePlan(tx, owner, plan, at);
  checkExpected(expected, quote.amountMicros, currencyOf(owner));
  if (quote.discountTerms?.firstPurchaseOnly && (await hasOpenFirstPurchase(tx, owner.uid))) {
    throw conflict("purchase_open", "price.purchase_open");
  }
  return quote;
}

/** The budget that a payment by card buys. @throws 409 if the bonus is not the expected one. */
export function sellBudget(
  { amountMinor, expectedBonus }: { amountMinor: number; expectedBonus?: number | undefined },
  { volume_bonus, currency }: CurrencyPrices,
): Quote {
  const bonusMicros = microsOfMinor(bonusMinor(amountMinor, volume_bonus));
  checkExpected(expectedBonus, bonusMicros, currency, "price.bonus_changed");
  return {
    amountMicros: microsOfMinor(amountMinor),
    discountMicros: bonusMicros,
    discountTerms: bonusMicros > 0n ? volumeTerms : null,
    planMonths: null,
  };
}

/** @throws 409 if the buyer was shown another amount: the price list or an agreement changed in between. */
export function checkExpected(
  expectedMinor: number | undefined,
  micros: bigint,
  currency: Currency,
  message: "price.changed" | "price.bonus_changed" | "price.cpm_changed" = "price.changed",
): void {
  if (expectedMinor === undefined || microsOfMinor(expectedMinor) === micros) return;
  const price = moneyText(Number(micros / 10_000n), currency);
  throw new Problem("conflict", { code: "price_changed", message, values: { price } });
}
