import type { CampaignSnapshot, SnapshotDataFee } from "@litfass/contract/adserver/snapshot";
import type { CurrencyRates } from "@litfass/contract/kernel/currency-rates";
import { type BidLimit, convert, highestBid, highestBidWithData } from "./bid-price.ts";
import type { BidLimits } from "./exchange-terms.ts";

/** What an audience's provider gets per impression: a share of the clearing price, and an amount per thousand. */
export type DataFee = Pick<SnapshotDataFee, "audience" | "percent" | "perThousand" | "currency"> & {
  /** As the ad's token has it. */
  packed: string;
};

/** The fees of each segment that a campaign targets; a free segment has an empty list. */
export type DataFees = ReadonlyMap<string, readonly DataFee[]>;

const separator = ":";

/** The fees of a campaign's segments; undefined where none costs. */
export function compileDataFees({ targeting }: CampaignSnapshot): DataFees | undefined {
  if (targeting.dataFees === undefined || targeting.dataFees.length === 0) return undefined;
  const fees = new Map<string, DataFee[]>(targeting.audiences.map((segment) => [segment, []]));
  for (const { audience, segments, percent, perThousand, currency } of targeting.dataFees) {
    const packed = [audience, percent, perThousand, currency].join(separator);
    for (const segment of segments) fees.get(segment)?.push({ audience, percent, perThousand, currency, packed });
  }
  return fees;
}

/** The fee in a token; undefined for "" and for what is none. */
export function dataFeeIn(packed: string): Omit<DataFee, "packed"> | undefined {
  if (packed === "") return undefined;
  const [audience, percent, perThousand, currency = ""] = packed.split(separator);
  const fee = { audience: Number(audience), percent: Number(percent), perThousand: Number(perThousand), currency };
  return Number.isSafeInteger(fee.audience) && fee.percent >= 0 && fee.perThousand >= 0 ? fee : undefined;
}

/**
 * The fee for a visitor: of several matching segments the cheapest one at the customer's price is used, a free one before
 * all others. Undefined if none is due, null if a currency has no rate. Runs per candidate, so it allocates nothing.
 */
export function cheapestFee(
  fees: DataFees,
  segments: readonly string[],
  customerPrice: number,
  currency: string,
  rates: CurrencyRates,
): DataFee | null | undefined {
  let cheapest: DataFee | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const segment of segments) {
    const found = fees.get(segment);
    if (found === undefined) continue;
    if (found.length === 0) return undefined;
    for (const fee of found) {
      const fixed = convert(fee.perThousand, fee.currency, currency, rates);
      if (fixed === undefined) continue;
      const amount = fixed + (customerPrice * fee.percent) / 100;
      if (amount >= least) continue;
      least = amount;
      cheapest = fee;
    }
  }
  return cheapest;
}

/** The highest bid of a campaign within a limit, less the data fee; 0 if a currency has no rate. */
export function highestWithData(
  { priceMicros, currency: accountCurrency }: { priceMicros: number; currency: string },
  currency: string,
  rates: CurrencyRates,
  { feePercent }: BidLimits,
  limit: BidLimit,
  data: DataFee | undefined,
): number {
  const price = priceMicros / 1000;
  if (data === undefined) return highestBid(price, accountCurrency, currency, rates, limit) ?? 0;
  const fixed = convert(data.perThousand, data.currency, currency, rates);
  if (fixed === undefined) return 0;
  return highestBidWithData(price, accountCurrency, currency, rates, limit, feePercent, data.percent, fixed) ?? 0;
}
