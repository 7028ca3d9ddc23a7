import { type Currency, currencies, formatMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import type { Database } from "@litfass/platform/postgres/postgres";
import { invalid } from "@litfass/platform/problem";
import { formatRate } from "../vat/vat.ts";
import {
  type BookPeriod,
  type CustomerBalance,
  largestBalances,
  type MonthRevenue,
  type OpenBalance,
  openBalances,
  revenueByMonth,
  type VatSum,
  vatByRate,
} from "./books-sql.ts";

const maxDays = 366;
const namedCustomers = 20;

/** @throws 422 if the days are not a valid period or span more than a year. */
export function checkPeriod({ from, to }: BookPeriod): void {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  if (!(days >= 0 && days < maxDays)) throw invalid({ to: ["rule.excluded"] });
}

export type Books = {
  revenue: MonthRevenue[];
  balances: OpenBalance[];
  largest: CustomerBalance[];
  vat: VatSum[];
};

/** The operator's books of a period: revenue by delivery, customer balances at its end, and VAT. */
export async function readBooks(db: Database, period: BookPeriod): Promise<Books> {
  checkPeriod(period);
  const [revenue, balances, largest, vat] = await Promise.all([
    revenueByMonth(db, period),
    openBalances(db, period.to),
    largestBalances(db, period.to, namedCustomers),
    vatByRate(db, period),
  ]);
  return { revenue, balances, largest, vat };
}

const shown = (micros: bigint, currency: Currency) => {
  const amount = minorOfMicros(micros);
  return { amount, amount_formatted: formatMinor(amount), currency };
};

const total = (rows: MonthRevenue[], currency: Currency): bigint =>
  rows.filter((row) => row.currency === currency).reduce((sum, { micros }) => sum + micros, 0n);

/** The books in the format of the API. */
export const presentBooks = ({ from, to }: BookPeriod, { revenue, balances, largest, vat }: Books) => ({
  from,
  to,
  revenue: revenue.map(({ month, currency, micros }) => ({ month, ...shown(micros, currency) })),
  revenue_total: currencies
    .filter((currency) => revenue.some((row) => row.currency === currency))
    .map((currency) => shown(total(revenue, currency), currency)),
  balances: balances.map(({ currency, availableMicros, reservedMicros, customers }) => {
    const sums = {
      available: minorOfMicros(availableMicros),
      reserved: minorOfMicros(reservedMicros),
      total: minorOfMicros(availableMicros + reservedMicros),
    };
    return {
      currency,
      ...sums,
      available_formatted: formatMinor(sums.available),
      reserved_formatted: formatMinor(sums.reserved),
      total_formatted: formatMinor(sums.total),
      customers,
    };
  }),
  largest_balances: largest.map((each) => ({
    user: each.uid,
    user_name: each.name,
    available: minorOfMicros(each.availableMicros),
    reserved: minorOfMicros(each.reservedMicros),
    ...shown(each.availableMicros + each.reservedMicros, each.currency),
  })),
  vat: vat.map(({ netMicros, vatMicros, creditNotes, ...row }) => {
    const sums = {
      net: minorOfMicros(netMicros),
      vat: minorOfMicros(vatMicros),
      gross: minorOfMicros(netMicros + vatMicros),
    };
    return {
      ...row,
      ...sums,
      rate_formatted: formatRate(row.rate),
      credit_notes: creditNotes,
      net_formatted: formatMinor(sums.net),
      vat_formatted: formatMinor(sums.vat),
      gross_formatted: formatMinor(sums.gross),
    };
  }),
});
