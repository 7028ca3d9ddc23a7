import { randomInt } from "node:crypto";
import { seededRandom } from "@litfass/platform/random";
import { expect, test } from "vitest";
import { type BookedLine, explainDifferences, type FeeTerms, findDayOffset } from "./explain-differences.ts";
import { type InvoiceLine, microsOfDecimal } from "./invoice-line.ts";

const terms: FeeTerms = { percentHundredths: 1_000n, perThousandMicros: () => 100_000n };
/** 100 impressions at a price of 2.00 per thousand: media 0.20, fee 10% and 0.10 per thousand, together 0.23. */
const booked: BookedLine = {
  day: "2026-03-10",
  currency: "USD",
  site: "",
  campaign: "",
  impressions: 100,
  clearingMicros: 200_000_000n,
};
const invoiced: InvoiceLine = {
  day: "2026-03-10",
  currency: "USD",
  site: "",
  campaign: "",
  impressions: 100,
  mediaMicros: 200_000n,
  feeMicros: 30_000n,
  deductionMicros: 0n,
  totalMicros: 230_000n,
};
const explain = (lines: InvoiceLine[], cost: BookedLine[] = [booked], shifted = cost) =>
  explainDifferences(lines, cost, shifted, terms).map(({ day, differenceMicros, parts }) => ({
    day,
    difference: differenceMicros,
    parts: Object.fromEntries(parts.map(({ reason, micros }) => [reason, micros])),
  }));

test("an invoice that equals the booked cost has no differences", () => {
  expect(explain([invoiced])).toEqual([{ day: "2026-03-10", difference: 0n, parts: {} }]);
});

test.each<[string, Partial<InvoiceLine>, Record<string, bigint>]>([
  ["a higher fee", { feeMicros: 40_000n, totalMicros: 240_000n }, { fee: 10_000n }],
  ["a rounded total", { totalMicros: 230_000n + 4_000n }, { rounding: 4_000n }],
  ["a credit for invalid traffic", { deductionMicros: 23_000n, totalMicros: 207_000n }, { invalid_traffic: -23_000n }],
  [
    "impressions without a notice",
    { impressions: 110, mediaMicros: 220_000n, feeMicros: 33_000n, totalMicros: 253_000n },
    { missing_notice: 23_000n },
  ],
  [
    "impressions that the exchange left out",
    { impressions: 90, mediaMicros: 180_000n, feeMicros: 27_000n, totalMicros: 207_000n },
    { invalid_traffic: -23_000n },
  ],
  ["another price", { mediaMicros: 300_000n, feeMicros: 40_000n, totalMicros: 340_000n }, { price: 110_000n }],
])("%s is named with its amount", (_name, change, parts) => {
  const difference = Object.values(parts).reduce((sum, each) => sum + each, 0n);
  expect(explain([{ ...invoiced, ...change }])).toEqual([{ day: "2026-03-10", difference, parts }]);
});

test("a notice that came on the next day is late on both, and not missing", () => {
  const next = { ...invoiced, day: "2026-03-11" };
  const late = [
    { ...booked, impressions: 90, clearingMicros: 180_000_000n },
    { ...booked, day: "2026-03-11", impressions: 110, clearingMicros: 220_000_000n },
  ];
  expect(explain([invoiced, next], late)).toEqual([
    { day: "2026-03-10", difference: 23_000n, parts: { late_notice: 23_000n } },
    { day: "2026-03-11", difference: -23_000n, parts: { late_notice: -23_000n } },
  ]);
});

test("cost without a line on the invoice is listed", () => {
  const other = { ...booked, day: "2026-03-12" };
  expect(explain([invoiced], [booked, other])).toContainEqual({
    day: "2026-03-12",
    difference: -230_000n,
    parts: { invalid_traffic: -230_000n },
  });
});

test("an exchange that closes its days in another zone is recognized, and the difference is the zone's", () => {
  const hourly = Array.from({ length: 96 }, (_, hour) => ({
    at: new Date(Date.UTC(2026, 2, 9, hour)),
    impressions: 1 + ((hour * hour * 7) % 101),
  }));
  const inZone = (day: string, hours: number) =>
    hourly
      .filter(({ at }) => new Date(at.getTime() + hours * 3_600_000).toISOString().startsWith(day))
      .reduce((sum, each) => sum + each.impressions, 0);
  const linesOf = (hours: number) =>
    ["2026-03-10", "2026-03-11"].map((day) => ({ ...invoiced, day, impressions: inZone(day, hours) }));
  for (const hours of [-8, -5, 0, 1, 9]) expect([hours, findDayOffset(linesOf(hours), hourly)]).toEqual([hours, hours]);
  const scarce = [
    { at: new Date("2026-03-09T23:00:00Z"), impressions: 4 },
    { at: new Date("2026-03-10T12:00:00Z"), impressions: 90 },
  ];
  // Ten missing notices: an hour more would explain four of them by chance.
  expect(findDayOffset([invoiced], scarce)).toBe(0);
  const utc = { ...booked, impressions: 80, clearingMicros: 160_000_000n };
  expect(explain([invoiced], [utc], [booked])).toEqual([
    { day: "2026-03-10", difference: 46_000n, parts: { time_zone: 46_000n } },
  ]);
});

test("the parts of every line sum to its difference, and the differences to that of the invoice", () => {
  const seed = randomInt(2 ** 31 - 1);
  console.log(`exchange invoice: seed ${seed}`);
  const random = seededRandom(seed);
  const below = (count: number): number => Math.floor(random.number() * count);
  for (let round = 0; round < 200; round++) {
    const days = Array.from({ length: 5 }, (_, at) => `2026-03-0${at + 1}`);
    const cost = (): BookedLine[] =>
      days.map((day) => ({ ...booked, day, impressions: below(50), clearingMicros: BigInt(below(10 ** 9)) }));
    const lines = days.slice(below(3)).map((day) => {
      const [media, fee, deduction] = [BigInt(below(10 ** 6)), BigInt(below(10 ** 5)), BigInt(below(10 ** 4))];
      const totalMicros = media + fee - deduction + BigInt(below(9_999) - 5_000);
      const amounts = { mediaMicros: media, feeMicros: fee, deductionMicros: deduction, totalMicros };
      return { ...invoiced, ...amounts, day, impressions: below(50) };
    });
    const own = cost();
    const found = explainDifferences(lines, own, cost(), terms);
    for (const { parts, differenceMicros } of found) {
      expect(parts.reduce((sum, { micros }) => sum + micros, 0n)).toBe(differenceMicros);
    }
    const sum = (amounts: bigint[]) => amounts.reduce((all, each) => all + each, 0n);
    expect(sum(found.map((line) => line.differenceMicros))).toBe(
      sum(lines.map((line) => line.totalMicros)) - sum(found.map((line) => line.bookedMicros)),
    );
  }
});

test.each([
  ["12.5", 12_500_000n],
  ["0.0000005", 1n],
  ["0.00000049", 0n],
  ["-3", -3_000_000n],
  ["1,5", null],
  ["1e3", null],
  ["", null],
])("%j is %s micros", (text, micros) => {
  expect(microsOfDecimal(text)).toBe(micros);
});
