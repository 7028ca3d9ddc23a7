import { randomInt } from "node:crypto";
import { vatOf } from "@litfass/contract/billing/vat-amount";
import { isVatNumber } from "@litfass/contract/kernel/country/vat-number";
import { microsPerMinor } from "@litfass/contract/kernel/money";
import { demoCompany } from "@litfass/contract/settings/demo-company";
import fc from "fast-check";
import { expect, test } from "vitest";
import { currencyOf } from "../../users/index.ts";
import { eInvoice } from "../invoices/e-invoice.ts";
import { sumLines } from "../invoices/invoice-positions.ts";
import { testInvoice } from "../invoices/testing-invoice.ts";
import { partOf } from "../prices/book-discount.ts";
import { vatRateFor } from "./vat.ts";

const company = { country_code: "CH", vat_rates: [...demoCompany.vat_rates].reverse() };

/** The country, a VAT number that is valid or invalid, and the expected result: `without` a number, the VAT category. */
const seats = [
  { seat: "CH", good: "CHE-116.281.710", bad: "CHE-116.281.711", currency: "CHF", rate: 810, without: "S" },
  { seat: "LI", good: "52839", bad: "LI", currency: "CHF", rate: 810, without: "S" },
  { seat: "DE", good: "DE123456789", bad: "DE12345", currency: "EUR", rate: 0, without: "E" },
  { seat: "FR", good: "FR40303265045", bad: "DE123456789", currency: "EUR", rate: 0, without: "E" },
  { seat: "US", good: "12-3456789", bad: "", currency: "EUR", rate: 0, without: "G" },
] as const;

const categoryIn = (xml: string): string | undefined => /<ram:CategoryCode>(\w+)</.exec(xml)?.[1];

test.each(seats.flatMap((seat) => (["given", "invalid", "none"] as const).map((number) => ({ ...seat, number }))))(
  "[CONST-004] seat $seat, VAT number $number: $currency at $rate hundredths of a percent",
  ({ seat, good, bad, number, currency, rate, without }) => {
    const entered = { given: good, invalid: bad, none: null }[number];
    // What the profile rejects never reaches an invoice.
    const isTaken = entered !== null && isVatNumber(entered, seat);
    if (["CH", "DE", "FR"].includes(seat)) expect(isTaken).toBe(number === "given");
    expect(currencyOf({ countryCode: seat, currency: null })).toBe(currency);
    expect(vatRateFor(seat, "2026-11-21", company)).toBe(rate);
    const netMicros = 1_500_000_000n;
    const vatNumber = isTaken ? entered : null;
    const invoice = testInvoice({ currency, netMicros, vatRate: rate, countryCode: seat, vatNumber });
    expect(invoice.vatMicros).toBe(rate === 810 ? 121_500_000n : 0n);
    expect(invoice.grossMicros).toBe(rate === 810 ? 1_621_500_000n : netMicros);
    expect(sumLines(invoice)).toHaveLength(rate === 810 ? 2 : 0);
    const xml = eInvoice(invoice);
    // The USA has no VAT that a customer could owe.
    const isReverseCharge = without === "E" && isTaken;
    expect(categoryIn(xml)).toBe(isReverseCharge ? "AE" : without);
    expect(xml.includes("Reverse charge")).toBe(isReverseCharge);
  },
);

test("uses the rate of the day, on both sides of a change", () => {
  expect(["2017-12-31", "2018-01-01", "2023-12-31", "2024-01-01"].map((on) => vatRateFor("CH", on, company))).toEqual([
    0, 770, 770, 810,
  ]);
});

const invoices = 100_000;

test("100,000 random invoices: VAT is rounded half up to a whole minor unit, sums agree, parts add up", () => {
  const seed = Number(process.env.FAULT_SEED ?? randomInt(2 ** 31 - 1));
  let tested = 0;
  const perMinor = 10_000n * microsPerMinor;
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 100_000_000_000n }),
      fc.integer({ min: 0, max: 2_700 }),
      fc.integer({ min: 0, max: 10_000 }),
      (netMinor, rate, share) => {
        tested += 1;
        const net = netMinor * microsPerMinor;
        const vat = vatOf(net, rate);
        const miss = vat * 10_000n - net * BigInt(rate);
        if (vat % microsPerMinor !== 0n) return false;
        if (2n * miss > perMinor || 2n * miss <= -perMinor) return false;
        if (vatOf(-net, rate) !== -vat) return false;
        const first = ((netMinor * BigInt(share)) / 10_000n) * microsPerMinor;
        if (first === 0n || first === net) return true;
        const part = partOf(vat, { amountMicros: net, refundedMicros: 0n }, first);
        const rest = partOf(vat, { amountMicros: net, refundedMicros: first }, net - first);
        return part + rest === vat && part >= 0n && rest >= 0n && part % microsPerMinor === 0n;
      },
    ),
    { seed, numRuns: invoices },
  );
  console.log(`${tested} random invoices (seed ${seed})`);
  expect(tested).toBe(invoices);
}, 60_000);
