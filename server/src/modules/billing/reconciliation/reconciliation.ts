import type { Proof, ProofCheck } from "@litfass/contract/billing/billing";
import { amountOfMinor, type Currency, formatMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import { trimEnd } from "@litfass/contract/kernel/trim";

/** One item that two systems count, in micros if it has a `currency`, else a number of things. */
export type Pair = { what: string; currency: Currency | null; left: bigint; right: bigint };

/** A comparison: the sums of both sides, and the individual differences. */
export type Compared = {
  check: ProofCheck;
  currency: Currency | null;
  left: bigint;
  right: bigint;
  rows: { what: string; left: bigint; right: bigint }[];
  more: number;
  isUnknown?: true;
};

/** Of a check's differences this number is stored, and the number of the others. */
export const maxRows = 50;

export const nothingCompared = (check: ProofCheck): Compared => ({
  check,
  currency: null,
  left: 0n,
  right: 0n,
  rows: [],
  more: 0,
});

export type Comparison = { add(pair: Pair): void; results(): Compared[] };

/**
 * Compares pairs that arrive one after another, of which only sums and the first differences stay in memory. One result
 * per currency. Pairs of tables are compared by `compareChecks` in the database.
 */
export function createComparison(check: ProofCheck): Comparison {
  const byCurrency = new Map<Currency | null, Compared>();
  return {
    add({ what, currency, left, right }) {
      const own = byCurrency.get(currency) ?? { ...nothingCompared(check), currency, rows: [] };
      byCurrency.set(currency, own);
      own.left += left;
      own.right += right;
      if (left === right) return;
      if (own.rows.length < maxRows) own.rows.push({ what, left, right });
      else own.more++;
    },
    results: () => (byCurrency.size === 0 ? [nothingCompared(check)] : [...byCurrency.values()]),
  };
}

export const isEqual = ({ left, right, rows, isUnknown }: Compared): boolean =>
  left === right && rows.length === 0 && !isUnknown;

export type ReconciliationRow = {
  id: number;
  ranAt: Date;
  askedBy: string | null;
  isEqual: boolean;
  checks: Compared[];
};

/** `1'234.50`, with as many further digits as needed: rounding must not hide a difference. */
export function formatExactly(micros: bigint): string {
  const rest = (micros < 0n ? -micros : micros) % 10_000n;
  const whole = micros - (micros < 0n ? -rest : rest);
  const sign = whole === 0n && micros < 0n ? "-" : "";
  const digits = rest === 0n ? "" : trimEnd(rest.toString().padStart(4, "0"), "0");
  return `${sign}${formatMinor(minorOfMicros(whole))}${digits}`;
}

const figures = (left: bigint, right: bigint, isMoney: boolean) => {
  const format = (value: bigint): string => (isMoney ? formatExactly(value) : value.toString());
  const number = (value: bigint): number => (isMoney ? amountOfMinor(minorOfMicros(value)) : Number(value));
  return {
    left: number(left),
    right: number(right),
    left_formatted: format(left),
    right_formatted: format(right),
    difference_formatted: format(left - right),
  };
};

/** A reconciliation in the format of the API. */
export const presentReconciliation = (proof: ReconciliationRow): Proof => ({
  id: proof.id,
  ran_at: proof.ranAt.toISOString(),
  asked_by: proof.askedBy,
  is_equal: proof.isEqual,
  checks: proof.checks.map((each) => ({
    check: each.check,
    currency: each.currency,
    is_equal: isEqual(each),
    is_unknown: each.isUnknown ?? false,
    ...figures(each.left, each.right, each.currency !== null),
    rows: each.rows.map(({ what, left, right }) => ({ what, ...figures(left, right, each.currency !== null) })),
    more: each.more,
  })),
});
