import type { DifferenceReason } from "@litfass/contract/supply/exchange-invoices";
import type { InvoiceLine } from "./invoice-line.ts";

/** Booked cost at the clearing price. `clearingMicros` is a sum of prices per thousand, as exchanges report them. */
export type BookedLine = Pick<InvoiceLine, "day" | "currency" | "site" | "campaign" | "impressions"> & {
  clearingMicros: bigint;
};

/** An exchange's fees. `perThousandMicros` is in the currency of the line. */
export type FeeTerms = { percentHundredths: bigint; perThousandMicros: (currency: string) => bigint };

type Part = { reason: DifferenceReason; micros: bigint; impressions: number };
export type ReconciledLine = Omit<InvoiceLine, "feeMicros" | "deductionMicros"> & {
  bookedImpressions: number;
  bookedMicros: bigint;
  /** Invoiced less booked; always the sum of its parts. */
  differenceMicros: bigint;
  parts: Part[];
};

type Count = { impressions: number; micros: bigint };

/** Exchanges round a line to minor units of their currency, so half of one is no difference in price. */
const roundingMicros = 5_000n;

const keyOf = (line: Pick<InvoiceLine, "day" | "currency" | "site" | "campaign">): string =>
  [line.day, line.currency, line.site, line.campaign].join("\n");

/** Divides and rounds half away from zero. */
export function divide(amount: bigint, by: bigint): bigint {
  const isNegative = amount < 0n !== by < 0n;
  const [over, under] = [amount < 0n ? -amount : amount, by < 0n ? -by : by];
  const rounded = (over + under / 2n) / under;
  return isNegative ? -rounded : rounded;
}

/** The fee that our terms give for clearing prices per thousand. */
const feeOf = (clearingMicros: bigint, impressions: number, currency: string, terms: FeeTerms): bigint =>
  divide(
    clearingMicros * terms.percentHundredths + terms.perThousandMicros(currency) * BigInt(impressions) * 10_000n,
    10_000_000n,
  );

/** Media and fees of a booked line. */
export const bookedCost = ({ clearingMicros, impressions, currency }: BookedLine, terms: FeeTerms): bigint =>
  divide(clearingMicros, 1_000n) + feeOf(clearingMicros, impressions, currency, terms);

/**
 * Compares an invoice with what was booked, line by line, and explains each difference exactly: the parts of a line
 * sum to its difference. `booked` is by days of UTC, `shifted` by days of the zone in which the exchange seems to close
 * its days. A count that is missing on one day and surplus on the next is a late notice. What then remains is a
 * missing notice if the exchange counts more, a deduction of invalid traffic if it counts less, and otherwise the price.
 */
export function explainDifferences(
  invoice: readonly InvoiceLine[],
  booked: readonly BookedLine[],
  shifted: readonly BookedLine[],
  terms: FeeTerms,
): ReconciledLine[] {
  const costs = (lines: readonly BookedLine[]) =>
    new Map(lines.map((line) => [keyOf(line), { impressions: line.impressions, micros: bookedCost(line, terms) }]));
  const [byUtc, byZone] = [costs(booked), costs(shifted)];
  const invoiced = new Set(invoice.map(keyOf));
  const uninvoiced = new Map(
    [...booked, ...shifted].filter((line) => !invoiced.has(keyOf(line))).map((line) => [keyOf(line), line]),
  );
  const lines = [...invoice, ...[...uninvoiced.values()].map(emptyLine)].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const none: Count = { impressions: 0, micros: 0n };
  const rests = new Map<string, Count>();
  const found = lines.map((line) => {
    const key = keyOf(line);
    const [own, zoned] = [byUtc.get(key) ?? none, byZone.get(key) ?? none];
    const { mediaMicros, feeMicros, deductionMicros, ...shown } = line;
    const ownFee = feeOf(mediaMicros * 1_000n, line.impressions, line.currency, terms);
    rests.set(key, {
      impressions: line.impressions - zoned.impressions,
      micros: mediaMicros + ownFee - zoned.micros,
    });
    const parts: Part[] = [
      { reason: "fee", micros: feeMicros - ownFee, impressions: 0 },
      { reason: "invalid_traffic", micros: -deductionMicros, impressions: 0 },
      { reason: "rounding", micros: line.totalMicros - (mediaMicros + feeMicros - deductionMicros), impressions: 0 },
      {
        reason: "time_zone",
        micros: zoned.micros - own.micros,
        impressions: zoned.impressions - own.impressions,
      },
    ];
    const differenceMicros = line.totalMicros - own.micros;
    return {
      ...shown,
      mediaMicros,
      bookedImpressions: own.impressions,
      bookedMicros: own.micros,
      differenceMicros,
      parts,
    };
  });
  const late = pairLateNotices(lines, rests);
  for (const line of found) {
    const key = keyOf(line);
    line.parts.push(...explainRest(rests.get(key) ?? none, late.get(key) ?? 0));
    line.parts = merged(line.parts);
  }
  return found;
}

const emptyLine = ({ day, currency, site, campaign }: BookedLine): InvoiceLine => ({
  day,
  currency,
  site,
  campaign,
  impressions: 0,
  mediaMicros: 0n,
  feeMicros: 0n,
  deductionMicros: 0n,
  totalMicros: 0n,
});

/** Impressions by line that the exchange counted on one day and we booked on the next, with their sign. */
function pairLateNotices(lines: readonly InvoiceLine[], rests: Map<string, Count>): Map<string, number> {
  const late = new Map<string, number>();
  for (const line of lines) {
    const next = new Date(Date.parse(line.day) + 86_400_000).toISOString().slice(0, 10);
    const [key, nextKey] = [keyOf(line), keyOf({ ...line, day: next })];
    const missing = (rests.get(key)?.impressions ?? 0) - (late.get(key) ?? 0);
    const surplus = -(rests.get(nextKey)?.impressions ?? 0);
    const moved = Math.min(missing, surplus);
    if (moved <= 0) continue;
    late.set(key, (late.get(key) ?? 0) + moved);
    late.set(nextKey, (late.get(nextKey) ?? 0) - moved);
  }
  return late;
}

/** What neither fees nor the time zone explain; `late` of its impressions came on another day. */
function explainRest({ impressions, micros }: Count, late: number): Part[] {
  if (impressions === 0 || impressions > 0 !== micros > 0n) {
    const isRounding = micros <= roundingMicros && micros >= -roundingMicros;
    return [{ reason: isRounding ? "rounding" : "price", micros, impressions }];
  }
  const lateMicros = divide(micros * BigInt(late), BigInt(impressions));
  return [
    { reason: "late_notice", micros: lateMicros, impressions: late },
    {
      reason: impressions > 0 ? "missing_notice" : "invalid_traffic",
      micros: micros - lateMicros,
      impressions: impressions - late,
    },
  ];
}

function merged(parts: readonly Part[]): Part[] {
  const sums = new Map<DifferenceReason, Part>();
  for (const { reason, micros, impressions } of parts) {
    const sum = sums.get(reason) ?? { reason, micros: 0n, impressions: 0 };
    sums.set(reason, { reason, micros: sum.micros + micros, impressions: sum.impressions + impressions });
  }
  return [...sums.values()].filter(({ micros, impressions }) => micros !== 0n || impressions !== 0);
}

/** Hours by which the days of an exchange are ahead of UTC: the offset whose daily counts agree best; 0 if none halves the difference. */
export function findDayOffset(
  invoice: readonly InvoiceLine[],
  hourly: readonly { at: Date; impressions: number }[],
): number {
  const invoiced = countsByDay(invoice.map(({ day, impressions }) => [day, impressions]));
  let best = { hours: 0, error: Number.POSITIVE_INFINITY };
  let utcError = 0;
  for (const hours of offsets) {
    const booked = countsByDay(
      hourly.map(({ at, impressions }) => [
        new Date(at.getTime() + hours * 3_600_000).toISOString().slice(0, 10),
        impressions,
      ]),
    );
    let error = 0;
    for (const [day, count] of invoiced) error += Math.abs(count - (booked.get(day) ?? 0));
    if (hours === 0) utcError = error;
    if (error < best.error) best = { hours, error };
  }
  // A few missing notices alone may agree a little better with another zone by chance.
  return best.error * 2 <= utcError ? best.hours : 0;
}

/** From -12 to +14, UTC first and near ones before far ones, so that a tie changes nothing. */
const offsets = Array.from({ length: 27 }, (_, at) => at - 12).sort((a, b) => Math.abs(a) - Math.abs(b) || a - b);

function countsByDay(counts: readonly (readonly [string, number])[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [day, count] of counts) sums.set(day, (sums.get(day) ?? 0) + count);
  return sums;
}
