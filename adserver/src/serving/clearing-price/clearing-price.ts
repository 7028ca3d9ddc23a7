import type { PriceKeys } from "@litfass/platform/config/exchanges";
import { decryptPrice } from "./encrypted-price.ts";

/** Why a notice tells no price. Its cost is then unknown, which is not the same as zero. */
export type UnknownPrice = "missing" | "unreadable" | "zero" | "above_bid";

/** A clearing price per thousand, in micros of the bid's currency. */
export type ClearingPrice = number | UnknownPrice;

const decimal = /^\d{1,7}(?:\.\d{1,9})?$/;
const microsPerUnit = 1_000_000;

/**
 * Reads the value of `${AUCTION_PRICE}`: a plain decimal, or encrypted where the exchange has price keys. With keys a
 * plain decimal is unreadable, so that nobody can bypass the signature.
 */
export function readClearingPrice(raw: string, keys: PriceKeys | undefined, bidPrice: number): ClearingPrice {
  const text = unescaped(raw);
  if (text === "" || text.startsWith("$")) return "missing";
  const micros = keys === undefined ? plainPrice(text) : decryptPrice(text, keys);
  if (micros === undefined) return "unreadable";
  if (micros === 0) return "zero";
  return micros > Math.round(bidPrice * microsPerUnit) ? "above_bid" : micros;
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
