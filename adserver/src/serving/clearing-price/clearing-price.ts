import type { PriceKeys } from "@litfass/platform/config/exchanges";
import { decryptPrice } from "./encrypted-price.ts";

/** Why a notice tells no price. Its cost is then unknown, which is not the same as zero. */
export type UnknownPrice = "missing" | "unreadable" | "zero" | "above_bid";

/** A clearing price per thousand, in micros of the bid's currency. */
export type ClearingPrice = number | UnknownPrice;

const decimal = /^\d{1,7}(?:\.\d{1,9})?$/;
const microsPerUnit = 1_000_000;
const thousand = 1_000;

/**
 * Reads the value of `${AUCTION_PRICE}`: a plain decimal, or encrypted where the exchange has price keys. With keys a
 * plain decimal is unreadable, so that nobody can bypass the signature. `isSingle`: it is the price of one impression.
 */
export function readClearingPrice(
  raw: string,
  keys: PriceKeys | undefined,
  bidPrice: number,
  isSingle = false,
): ClearingPrice {
  const text = unescaped(raw);
  if (text === "" || text.startsWith("$")) return "missing";
  const told = keys === undefined ? plainPrice(text) : decryptPrice(text, keys);
  if (told === undefined) return "unreadable";
  if (told === 0) return "zero";
  const highest = Math.round(bidPrice * microsPerUnit);
  if (!isSingle) return told > highest ? "above_bid" : told;
  // Whole micros of one impression are rounded thousands of a thousand's.
  const micros = told * thousand;
  return micros >= highest + thousand ? "above_bid" : Math.min(micros, highest);
}

const plainPrice = (text: string): number | undefined =>
  decimal.test(text) ? Math.round(Number(text) * microsPerUnit) : undefined;

function unescaped(raw: string): string {
  if (!raw.includes("%")) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}
