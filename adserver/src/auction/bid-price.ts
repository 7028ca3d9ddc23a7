import type { CurrencyRates } from "@litfass/contract/kernel/currency-rates";

/**
 * Converts an amount, or undefined if a currency has no rate. Rates are used only to compare a customer's fixed price
 * with an exchange's floor and to state a bid in the exchange's currency: what the customer pays never passes through
 * them.
 */
export function convert(amount: number, from: string, to: string, rates: CurrencyRates): number | undefined {
  if (from === to) return amount;
  const perFrom = rates.perFranc[from];
  const perTo = rates.perFranc[to];
  if (perFrom === undefined || perTo === undefined) return undefined;
  return (amount / perFrom) * perTo;
}

/** Bids have four decimals, of the currency per thousand. */
const stepsPerUnit = 10_000;
/** Rounding error of a conversion; without it an exact 12.5 might compare as larger. */
const conversionError = 4 * Number.EPSILON;

/** The lowest price a bid can have that is not below an amount, or undefined if a currency has no rate. */
export function lowestPrice(amount: number, from: string, to: string, rates: CurrencyRates): number | undefined {
  const converted = convert(amount, from, to, rates);
  if (converted === undefined) return undefined;
  const least = from === to ? converted : converted * (1 - conversionError);
  let steps = Math.floor(least * stepsPerUnit);
  while (steps / stepsPerUnit < least) steps++;
  return steps / stepsPerUnit;
}

/** The highest price a bid can have that is not above an amount, or undefined if a currency has no rate. */
export function highestPrice(amount: number, from: string, to: string, rates: CurrencyRates): number | undefined {
  const converted = convert(amount, from, to, rates);
  if (converted === undefined) return undefined;
  return roundPriceDown(from === to ? converted : converted * (1 + conversionError));
}

/**
 * The highest bid for a customer's price: this part of it less a fixed amount, so that the bid with the exchange's fees
 * leaves the margin.
 */
export type BidLimit = { part: number; less: number };

/** The highest bid that leaves the operator's margin of a customer's price, or undefined if a currency has no rate. */
export const highestBid = (
  amount: number,
  from: string,
  to: string,
  rates: CurrencyRates,
  { part, less }: BidLimit,
): number | undefined => limitedBid(amount, from, to, rates, part, less);

/**
 * The same where a data fee is due too: `percent` of the clearing price, and `fixed` per thousand in the currency of the bid.
 * The exchange takes `exchangePercent` of the clearing price.
 */
export function highestBidWithData(
  amount: number,
  from: string,
  to: string,
  rates: CurrencyRates,
  { part, less }: BidLimit,
  exchangePercent: number,
  percent: number,
  fixed: number,
): number | undefined {
  const charged = 100 + exchangePercent;
  const all = charged + percent;
  return limitedBid(amount, from, to, rates, (part * charged) / all, (less * charged + fixed * 100) / all);
}

function limitedBid(
  amount: number,
  from: string,
  to: string,
  rates: CurrencyRates,
  part: number,
  less: number,
): number | undefined {
  if (part === 1 && less === 0) return highestPrice(amount, from, to, rates);
  const converted = convert(amount, from, to, rates);
  if (converted === undefined) return undefined;
  return roundPriceDown(Math.max(0, converted * part * (1 + conversionError) - less));
}

/** The highest price a bid can have that is not above an amount of its own currency. */
export function roundPriceDown(amount: number): number {
  let steps = Math.ceil(amount * stepsPerUnit);
  while (steps / stepsPerUnit > amount) steps--;
  return steps / stepsPerUnit;
}

/** The currency to bid in: the first accepted one that has a rate. OpenRTB's default is USD. */
export function bidCurrency(accepted: string[], rates: CurrencyRates): string | undefined {
  if (accepted.length === 0) return "USD";
  return accepted.find((currency) => rates.perFranc[currency] !== undefined);
}
