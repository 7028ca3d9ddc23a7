import type { CurrencyRates } from "@litfass/contract/kernel/currency-rates";
import { currencies, currencySchema } from "@litfass/contract/kernel/money";
import type { ExchangeInvoiceDetail, ExchangeInvoiceLine } from "@litfass/contract/supply/exchange-invoices";
import type { ExchangeSettings } from "@litfass/contract/supply/exchanges";
import type { Platform } from "@litfass/platform/platform";
import { conflict } from "@litfass/platform/problem";
import { currencyRatesOf } from "@litfass/platform/settings/currency-rates";
import type { MediaInvoicePosting } from "../../billing/index.ts";
import { showExchange } from "../exchanges/show-exchanges.ts";
import { type AccruedCost, accruedCosts, bookedHours, bookedLines, type CostPeriod } from "./booked-cost-sql.ts";
import {
  type BookedLine,
  bookedCost,
  divide,
  explainDifferences,
  type FeeTerms,
  findDayOffset,
  type ReconciledLine,
} from "./explain-differences.ts";
import type { InvoiceLine } from "./invoice-line.ts";

/** An invoice next to the booked cost, in the format of the API. Amounts are exact decimals. */
export type InvoiceResult = Pick<ExchangeInvoiceDetail, "day_offset_hours" | "totals" | "postings"> & {
  lines: ExchangeInvoiceLine[];
};

const hourMs = 3_600_000;

/**
 * Compares an invoice with the cost that was booked for its month.
 * @throws 404 for an unknown exchange, 409 if nothing was booked in a currency without a rate.
 */
export async function reconcileInvoice(
  platform: Platform,
  { exchange, month, lines }: { exchange: string; month: string; lines: readonly InvoiceLine[] },
): Promise<InvoiceResult> {
  const rates = currencyRatesOf(platform.settings);
  const terms = feeTermsOf((await showExchange(platform, exchange)).settings, rates);
  const period = monthOf(exchange, month);
  const hours = await bookedHours(platform, movedBy(period, -24, 24));
  const offset = findDayOffset(lines, hours);
  const zoned: CostPeriod = movedBy(period, -offset, -offset);
  const grain = {
    sites: lines.some(({ site }) => site !== ""),
    campaigns: lines.some(({ campaign }) => campaign !== ""),
  };
  const shifted = await bookedLines(platform, zoned, offset, grain);
  const booked = offset === 0 ? shifted : await bookedLines(platform, period, 0, grain);
  const reconciled = explainDifferences(lines, booked, shifted, terms);
  const accrued = await accruedCosts(platform, zoned);
  return {
    day_offset_hours: offset,
    totals: totalsOf(reconciled),
    postings: postingsOf(lines, shifted, accrued, terms, rates).map((each) => ({
      currency: each.currency,
      accrued: decimalOfMicros(each.accruedMicros),
      payable: decimalOfMicros(each.payableMicros),
    })),
    lines: reconciled.map(presentLine),
  };
}

function monthOf(exchange: string, month: string): CostPeriod {
  const fromAt = new Date(`${month}-01T00:00:00.000Z`);
  return { exchange, fromAt, endAt: new Date(Date.UTC(fromAt.getUTCFullYear(), fromAt.getUTCMonth() + 1, 1)) };
}

const movedBy = ({ exchange, fromAt, endAt }: CostPeriod, from: number, end: number): CostPeriod => ({
  exchange,
  fromAt: new Date(fromAt.getTime() + from * hourMs),
  endAt: new Date(endAt.getTime() + end * hourMs),
});

function feeTermsOf(settings: ExchangeSettings, { perFranc }: CurrencyRates): FeeTerms {
  const { fee_percent, fee_per_thousand, fee_currency } = settings;
  return {
    percentHundredths: BigInt(Math.round(fee_percent * 100)),
    perThousandMicros: (currency) => {
      const rate = currency === fee_currency ? 1 : (perFranc[currency] ?? 0) / (perFranc[fee_currency] ?? 1);
      return BigInt(Math.round(fee_per_thousand * rate * 1_000_000));
    },
  };
}

/**
 * What the ledger books, by currency of the accounts: the accrued cost, and the invoiced amount converted at the rates
 * at which this cost was booked. Where nothing was booked, the present rate converts to francs.
 */
function postingsOf(
  invoice: readonly InvoiceLine[],
  booked: readonly BookedLine[],
  accrued: readonly AccruedCost[],
  terms: FeeTerms,
  { perFranc }: CurrencyRates,
): MediaInvoicePosting[] {
  const sums = new Map(currencies.map((currency) => [currency, { accruedMicros: 0n, payableMicros: 0n }]));
  const add = (currency: string, accruedMicros: bigint, payableMicros: bigint) => {
    const account = currencySchema.parse(currency);
    const sum = sums.get(account) ?? { accruedMicros: 0n, payableMicros: 0n };
    sums.set(account, {
      accruedMicros: sum.accruedMicros + accruedMicros,
      payableMicros: sum.payableMicros + payableMicros,
    });
  };
  const named = new Set([...invoice, ...booked].map(({ currency }) => currency));
  for (const currency of named) {
    const invoiced = sumOf(invoice.filter((line) => line.currency === currency).map((line) => line.totalMicros));
    const cost = sumOf(booked.filter((line) => line.currency === currency).map((line) => bookedCost(line, terms)));
    const own = accrued.filter((each) => each.clearingCurrency === currency);
    if (cost === 0n && currencies.some((each) => each === currency)) add(currency, 0n, invoiced);
    else if (cost === 0n && invoiced !== 0n) {
      const rate = perFranc[currency];
      if (rate === undefined) throw conflict("nothing_booked", "exchange_invoices.nothing_booked");
      add("CHF", 0n, divide(invoiced * 1_000_000n, BigInt(Math.round(rate * 1_000_000))));
    }
    for (const { currency: account, micros } of own) {
      add(account, micros, cost === 0n ? 0n : divide(micros * invoiced, cost));
    }
  }
  return [...sums]
    .map(([currency, sum]) => ({ currency, ...sum }))
    .filter(({ accruedMicros, payableMicros }) => accruedMicros !== 0n || payableMicros !== 0n);
}

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, each) => sum + each, 0n);

function totalsOf(lines: readonly ReconciledLine[]): InvoiceResult["totals"] {
  return [...new Set(lines.map(({ currency }) => currency))].sort().map((currency) => {
    const own = lines.filter((line) => line.currency === currency);
    return {
      currency,
      invoiced: decimalOfMicros(sumOf(own.map((line) => line.totalMicros))),
      booked: decimalOfMicros(sumOf(own.map((line) => line.bookedMicros))),
      difference: decimalOfMicros(sumOf(own.map((line) => line.differenceMicros))),
    };
  });
}

const presentLine = (line: ReconciledLine): ExchangeInvoiceLine => ({
  day: line.day,
  currency: line.currency,
  site: line.site,
  campaign: line.campaign,
  impressions: line.impressions,
  booked_impressions: line.bookedImpressions,
  invoiced: decimalOfMicros(line.totalMicros),
  booked: decimalOfMicros(line.bookedMicros),
  difference: decimalOfMicros(line.differenceMicros),
  parts: line.parts.map(({ reason, micros, impressions }) => ({
    reason,
    amount: decimalOfMicros(micros),
    impressions,
  })),
});

/** Micros with six places, like -0.025000. */
export function decimalOfMicros(micros: bigint): string {
  const digits = (micros < 0n ? -micros : micros).toString().padStart(7, "0");
  return `${micros < 0n ? "-" : ""}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}
