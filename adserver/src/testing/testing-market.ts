import { normalOf, seededRandom } from "@litfass/platform/random";
import { exchangeTerms, type TermsByExchange } from "../auction/exchange-terms.ts";

/** The market of tests with money: first-price auctions against rivals, an exchange's fees, and the operator's margins. */
export const testFees = { percent: 10, perThousand: 0.1, currency: "CHF" };
export const testMargins = { minimum: 10, target: 20 };

/** The terms of exchanges in this market, for an ad server without a configuration. */
export const testTerms = (...names: string[]) =>
  exchangeTerms(names.map((name) => ({ name, fees: testFees, margins: testMargins })));

/** Second-price auctions without terms, and first-price ones in which the operator keeps a margin and bids are shaded. */
export const testMarkets: { market: string; at: 1 | 2; terms: TermsByExchange }[] = [
  { market: "second price", at: 2, terms: exchangeTerms([]) },
  { market: "first price with margin and shading", at: 1, terms: testTerms("sandbox") },
];

/** The first-price terms as settings of an installation. */
export const testMarketEnv = (exchange: string): Record<string, string> => ({
  EXCHANGE_FEES: `${exchange}=${testFees.percent}%+${testFees.perThousand.toFixed(2)}${testFees.currency}`,
  MINIMUM_MARGIN: String(testMargins.minimum),
  TARGET_MARGIN: String(testMargins.target),
});

/** What the exchange bills for an impression at this clearing price, in hundredths of a micro: its own sum, in integers. */
export const billedHundredths = (clearing: number): bigint => {
  const steps = BigInt(Math.round(clearing * 10_000));
  return (steps * BigInt(100 + testFees.percent)) / 10n + BigInt(Math.round(testFees.perThousand * 100_000));
};

/** Whether booked micros are the exchange's sum: each process is within half a micro of its part. */
export const isBilled = (bookedMicros: bigint, hundredths: bigint, processes: number): boolean => {
  const difference = bookedMicros * 100n - hundredths;
  return (difference < 0n ? -difference : difference) <= 50n * BigInt(processes);
};

/** Fills the macro of a notice's URL. */
export const withPrice = (url: string, clearing: number): string =>
  url.replace(`\${AUCTION_PRICE}`, clearing.toFixed(4));

/** The best rival's bid in each auction, per thousand: spread around a median by a lognormal distribution. */
export function rivals(seed: number, median: number, spread = 0.25): () => number {
  const random = seededRandom(seed);
  return () => median * Math.exp(spread * normalOf(random));
}
