import { DOMParser } from "@xmldom/xmldom";
import { expect, test } from "vitest";
import { eInvoice } from "./e-invoice.ts";
import { testInvoice } from "./testing-invoice.ts";

/** Micros of EUR 1'234.56. */
const netMicros = 1_234_560_000n;
const german = testInvoice({ currency: "EUR", netMicros, vatRate: 0, countryCode: "DE", vatNumber: "DE 123 456 789" });
const person = testInvoice({ currency: "EUR", netMicros, vatRate: 0, countryCode: "FR" });
const taxed = testInvoice({ currency: "EUR", netMicros, vatRate: 810, countryCode: "CH" });
const byCard = testInvoice({ currency: "EUR", netMicros, vatRate: 0, countryCode: "AT", paidBy: "card" });
const credit = {
  ...german,
  kind: "credit_note" as const,
  corrects: "T-2026-00400",
  dueOn: null,
  netMicros: -netMicros,
  grossMicros: -netMicros,
  lines: german.lines.map((line) => ({ ...line, netMicros: String(-netMicros) })),
};
const nowhere = { ...person, buyer: { ...person.buyer, street: "", houseNumber: "", postalCode: "", city: "" } };
const american = testInvoice({ currency: "EUR", netMicros, vatRate: 0, countryCode: "US", vatNumber: "12-3456789" });
const atHome = testInvoice({ currency: "EUR", netMicros, vatRate: 0, countryCode: "CH", vatNumber: "CHE-116.281.710" });
const unregistered = { ...german, seller: { ...german.seller, vatNumber: null } };
/** 10% off a list price of 1371.73, rounded to the cent: 137.17 is not exactly 10%. */
const offer = { percent: 10, textEn: "Spring offer", textDe: "Frühlingsangebot" };
const discounted = {
  ...german,
  lines: german.lines.map((line) => ({ ...line, discount: { micros: "137170000", ...offer } })),
};
const exactly = {
  ...testInvoice({ currency: "EUR", netMicros: 1_350_000_000n, vatRate: 810, countryCode: "CH" }),
  lines: [{ textEn: "A", textDe: "A", netMicros: "1350000000", discount: { micros: "150000000", ...offer } }],
};
const bonus = {
  ...german,
  lines: german.lines.map((line) => ({ ...line, discount: { ...offer, micros: "37040000", percent: null } })),
};
const documents = {
  discounted,
  exactly,
  bonus,
  unregistered,
  american,
  atHome,
  german,
  person,
  taxed,
  byCard: { ...byCard, dueOn: null },
  credit,
  nowhere,
};

/** Reads a document by element names, at any depth. */
function reader(xml: string) {
  const root = new DOMParser().parseFromString(xml, "text/xml").documentElement as Element;
  const all = (name: string, within: Element = root): Element[] =>
    Array.from(within.getElementsByTagName(name)) as Element[];
  const text = (name: string, within?: Element): string => all(name, within)[0]?.textContent ?? "";
  const cents = (name: string, within?: Element): number => Math.round(Number(text(name, within)) * 100);
  const [seller, buyer] = ["ram:SellerTradeParty", "ram:BuyerTradeParty"].map((name) => all(name)[0]!) as [
    Element,
    Element,
  ];
  const settlement = all("ram:ApplicableHeaderTradeSettlement")[0]!;
  const sums = all("ram:SpecifiedTradeSettlementHeaderMonetarySummation")[0]!;
  const taxes = all("ram:ApplicableTradeTax", settlement);
  const lines = all("ram:IncludedSupplyChainTradeLineItem");
  const lineCents = lines.map((line) => cents("ram:LineTotalAmount", line));
  return { all, text, cents, seller, buyer, settlement, sums, taxes, lines, lineCents };
}
type Reader = ReturnType<typeof reader>;
const sum = (list: number[]): number => list.reduce((total, each) => total + each, 0);
const categories = ({ taxes, text }: Reader): string[] => taxes.map((tax) => text("ram:CategoryCode", tax));
const vatOf = ({ text }: Reader, party: Element): string => text("ram:SpecifiedTaxRegistration", party);

/** The business rules of EN 16931-1 (annex and chapter 6) that apply to these documents. */
const rules: Record<string, (read: Reader) => boolean> = {
  "R008 no element is empty": ({ all }) => all("*").every((each) => (each.textContent ?? "") !== ""),
  "BR-01 names its specification": ({ text, all }) =>
    text("ram:ID", all("ram:GuidelineSpecifiedDocumentContextParameter")[0]) === "urn:cen.eu:en16931:2017",
  "BR-02 has a number": ({ text, all }) => text("ram:ID", all("rsm:ExchangedDocument")[0]) !== "",
  "BR-03 has a day of issue": ({ text }) => /^20\d{6}$/.test(text("ram:IssueDateTime")),
  "BR-04 has a type": ({ text, all }) => ["380", "381"].includes(text("ram:TypeCode", all("rsm:ExchangedDocument")[0])),
  "BR-05 has a currency": ({ text }) => text("ram:InvoiceCurrencyCode") === "EUR",
  "BR-06 names the seller": ({ text, seller }) => text("ram:Name", seller) !== "",
  "BR-07 names the buyer": ({ text, buyer }) => text("ram:Name", buyer) !== "",
  "BR-08, BR-09 the seller's address has a country": ({ text, seller }) =>
    /^[A-Z]{2}$/.test(text("ram:CountryID", seller)),
  "BR-10, BR-11 the buyer's address has a country": ({ text, buyer }) =>
    /^[A-Z]{2}$/.test(text("ram:CountryID", buyer)),
  "BR-12 has the sum of the lines": ({ text, sums }) => text("ram:LineTotalAmount", sums) !== "",
  "BR-13 has the sum without VAT": ({ text, sums }) => text("ram:TaxBasisTotalAmount", sums) !== "",
  "BR-14 has the sum with VAT": ({ text, sums }) => text("ram:GrandTotalAmount", sums) !== "",
  "BR-15 has the amount due": ({ text, sums }) => text("ram:DuePayableAmount", sums) !== "",
  "BR-16 has a line": ({ lines }) => lines.length > 0,
  "BR-21 each line has its own number": ({ lines, text }) =>
    new Set(lines.map((line) => text("ram:LineID", line)).filter(Boolean)).size === lines.length,
  "BR-22, BR-23 each line has a quantity in a unit": ({ lines, all }) =>
    lines.every((line) => Boolean(all("ram:BilledQuantity", line)[0]?.getAttribute("unitCode"))),
  "BR-24 each line has a sum": ({ lines, text }) => lines.every((line) => text("ram:LineTotalAmount", line) !== ""),
  "BR-25 each line names what it is for": ({ lines, text }) => lines.every((line) => text("ram:Name", line) !== ""),
  "BR-26, BR-27 each line has a price, not negative": ({ lines, text }) =>
    lines.every((line) => /^\d/.test(text("ram:ChargeAmount", line))),
  "BR-45 to BR-48 each VAT group has base, tax, category and rate": ({ taxes, text }) =>
    taxes.every((tax) =>
      ["BasisAmount", "CalculatedAmount", "CategoryCode", "RateApplicablePercent"].every(
        // BR-48: no rate outside VAT.
        (name) =>
          (name === "RateApplicablePercent" && text("ram:CategoryCode", tax) === "O") ||
          text(`ram:${name}`, tax) !== "",
      ),
    ),
  "BR-41, BR-42, BR-DEC-24 each allowance of a line has an amount and a reason": ({ lines, all, text }) =>
    lines.every((line) =>
      all("ram:SpecifiedTradeAllowanceCharge", line).every(
        (each) => /^\d+\.\d{2}$/.test(text("ram:ActualAmount", each)) && text("ram:Reason", each) !== "",
      ),
    ),
  "BT-131 a line is its price times its quantity less its allowances": ({ lines, all, cents, text, lineCents }) =>
    lines.every((line, at) => {
      const allowances = all("ram:SpecifiedTradeAllowanceCharge", line);
      const price = cents("ram:ChargeAmount", line) * Number(text("ram:BilledQuantity", line));
      return lineCents[at] === price - sum(allowances.map((each) => cents("ram:ActualAmount", each)));
    }),
  "PEPPOL-EN16931-R040 an allowance with a percentage is that of its base": ({ all, cents, text }) =>
    all("ram:SpecifiedTradeAllowanceCharge").every((each) => {
      const percent = text("ram:CalculationPercent", each);
      const base = cents("ram:BasisAmount", each);
      return percent === "" || cents("ram:ActualAmount", each) === Math.round((base * Number(percent)) / 100);
    }),
  "BR-49 says how it is paid": ({ text, all }) =>
    text("ram:TypeCode", all("ram:SpecifiedTradeSettlementPaymentMeans")[0]) !== "",
  "BR-50, BR-61 a transfer has an account": ({ text, all }) => {
    const means = all("ram:SpecifiedTradeSettlementPaymentMeans")[0];
    return text("ram:TypeCode", means) !== "30" || /^[A-Z]{2}\d{2}/.test(text("ram:IBANID", means));
  },
  "BR-55 a reference to an invoice has its number": ({ all, text }) =>
    all("ram:InvoiceReferencedDocument").every((each) => text("ram:IssuerAssignedID", each) !== ""),
  "BR-CO-04 each line has a VAT category": ({ lines, text }) =>
    lines.every((line) => text("ram:CategoryCode", line) !== ""),
  "BR-CO-09 VAT numbers begin with their country": (read) =>
    [read.seller, read.buyer].every((party) => /^([A-Z]{2}.+)?$/.test(vatOf(read, party))),
  "BR-CO-10 the sum of the lines is the lines' sum": ({ cents, sums, lineCents }) =>
    cents("ram:LineTotalAmount", sums) === sum(lineCents),
  "BR-CO-13 without VAT it is the sum of the lines": ({ cents, sums }) =>
    cents("ram:TaxBasisTotalAmount", sums) === cents("ram:LineTotalAmount", sums),
  "BR-CO-14 the VAT is the groups' sum": ({ cents, sums, taxes }) =>
    cents("ram:TaxTotalAmount", sums) === sum(taxes.map((tax) => cents("ram:CalculatedAmount", tax))),
  "BR-CO-15 with VAT it is both": ({ cents, sums }) =>
    cents("ram:GrandTotalAmount", sums) === cents("ram:TaxBasisTotalAmount", sums) + cents("ram:TaxTotalAmount", sums),
  "BR-CO-16 due is what is not paid yet": ({ cents, sums }) =>
    cents("ram:DuePayableAmount", sums) === cents("ram:GrandTotalAmount", sums) - cents("ram:TotalPrepaidAmount", sums),
  "BR-CO-17 the VAT is base times rate": ({ cents, taxes, text }) =>
    taxes.every(
      (tax) =>
        cents("ram:CalculatedAmount", tax) ===
        Math.round((cents("ram:BasisAmount", tax) * Number(text("ram:RateApplicablePercent", tax))) / 100),
    ),
  "BR-CO-18 there is a VAT group": ({ taxes }) => taxes.length > 0,
  "BR-CO-25 what is due has a day or terms": ({ cents, sums, text }) =>
    cents("ram:DuePayableAmount", sums) <= 0 || text("ram:DueDateDateTime") !== "",
  "BR-CO-26 the seller can be identified": ({ text, seller }) => text("ram:ID", seller) !== "",
  "BR-DEC-09 to BR-DEC-20 amounts have two places": ({ all }) =>
    ["LineTotal", "TaxBasisTotal", "TaxTotal", "GrandTotal", "DuePayable", "TotalPrepaid", "Calculated", "Basis"].every(
      (name) => all(`ram:${name}Amount`).every((each) => /^-?\d+\.\d{2}$/.test(each.textContent ?? "")),
    ),
  "BR-CL-23 the unit is known": ({ all }) =>
    all("ram:BilledQuantity").every((each) => each.getAttribute("unitCode") === "C62"),
  "BR-S-01, BR-AE-01, BR-E-01 the lines' categories are the groups', once each": (read) => {
    const used = read.lines.map((line) => read.text("ram:CategoryCode", line));
    return [...new Set(used)].sort().join() === categories(read).sort().join();
  },
  "BR-S-02 taxed at a rate, by a seller with a number": (read) =>
    !categories(read).includes("S") ||
    (Number(read.text("ram:RateApplicablePercent", read.settlement)) > 0 && vatOf(read, read.seller) !== ""),
  "BR-AE-02 reverse charge names both VAT numbers": (read) =>
    !categories(read).includes("AE") || (vatOf(read, read.seller) !== "" && vatOf(read, read.buyer) !== ""),
  "BR-E-02, BR-G-02, BR-Z-02 without tax the seller has a number": (read) =>
    !categories(read).some((category) => ["E", "G", "Z"].includes(category)) || vatOf(read, read.seller) !== "",
  "BR-AE-05, BR-AE-09, BR-E-05, BR-E-09, BR-G-05, BR-G-09, BR-Z-05, BR-Z-09 without tax, rate and tax are 0": (read) =>
    categories(read).includes("S") ||
    (Number(read.text("ram:RateApplicablePercent", read.settlement)) === 0 && read.cents("ram:CalculatedAmount") === 0),
  "BR-AE-10, BR-E-10, BR-G-10 without tax there is a reason; BR-S-10, BR-Z-10 at a rate, 0 included, none": (read) =>
    categories(read).some((category) => ["S", "Z"].includes(category)) ===
    (read.text("ram:ExemptionReason", read.settlement) === ""),
};

test.for(Object.entries(documents))("the document «%s» satisfies every applicable rule of EN 16931", ([, invoice]) => {
  const read = reader(eInvoice(invoice));
  const broken = Object.entries(rules).filter(([, holds]) => !holds(read));
  expect(broken.map(([name]) => name)).toEqual([]);
});

test("removing or changing any element breaks exactly one rule", () => {
  const xml = eInvoice(german);
  const breaks = (change: (from: string) => string): string[] => {
    const changed = change(xml);
    expect(changed).not.toBe(xml);
    const read = reader(changed);
    return Object.entries(rules).flatMap(([name, holds]) =>
      holds(read) ? [] : [name.split(" ")[0]!.replace(",", "")],
    );
  };
  const without = (name: string) => breaks((from) => from.replace(new RegExp(`<ram:${name}>[^<]*</ram:${name}>`), ""));
  expect(without("LineID")).toContain("BR-21");
  expect(without("CountryID")).toContain("BR-08");
  expect(without("IBANID")).toContain("BR-50");
  expect(without("ExemptionReason")).toContain("BR-AE-10");
  expect(without("GrandTotalAmount")).toEqual(expect.arrayContaining(["BR-14", "BR-CO-15"]));
  expect(breaks((from) => from.replace(/<ram:DueDateDateTime>.*<\/ram:DueDateDateTime>/, ""))).toEqual(["BR-CO-25"]);
  expect(breaks((from) => from.replace(/(<ram:DuePayableAmount>)[\d.]+/, "$11.00"))).toEqual(["BR-CO-16"]);
  expect(breaks((from) => from.replace(/(<ram:LineTotalAmount>)[\d.]+/, "$11.00"))).toEqual(["BT-131", "BR-CO-10"]);
  expect(breaks((from) => from.replaceAll("DE123456789", "123456789"))).toEqual(["BR-CO-09"]);
  expect(breaks((from) => from.replace(/(<ram:ChargeAmount>)[\d.]+/, "$11.00"))).toEqual(["BT-131"]);
  expect(
    breaks((from) => from.replace(/<ram:SpecifiedTaxRegistration>.*?<\/ram:SpecifiedTaxRegistration>/g, "")),
  ).toEqual(["BR-CO-26", "BR-AE-02"]);
});

test("the e-invoice of a seller who is not registered for VAT is outside VAT, without VAT identifiers and rates", () => {
  const xml = eInvoice({ ...german, seller: { ...german.seller, vatNumber: null } });
  const read = reader(xml);
  expect(categories(read)).toEqual(["O"]);
  expect(xml).toContain("<ram:ExemptionReasonCode>VATEX-EU-O</ram:ExemptionReasonCode>");
  for (const absent of ["SpecifiedTaxRegistration", "RateApplicablePercent", "Reverse charge"]) {
    expect(xml).not.toContain(absent);
  }
  expect(read.text("ram:ID", read.seller)).toBe(german.seller.email);
});

test("a discount is an allowance of its line, with its percentage where that gives the amount exactly", () => {
  const [rounded, exact, given] = [discounted, exactly, bonus].map((invoice) => reader(eInvoice(invoice)));
  const percents = [rounded!, exact!, given!].map(({ text }) => text("ram:CalculationPercent"));
  expect(percents).toEqual(["", "10.00", ""]);
  expect(exact!.text("ram:ChargeAmount")).toBe("1500.00");
  expect(exact!.text("ram:ActualAmount")).toBe("150.00");
  expect(exact!.text("ram:ReasonCode")).toBe("95");
  expect(exact!.text("ram:Reason")).toBe("Frühlingsangebot");
  expect(exact!.cents("ram:TaxBasisTotalAmount")).toBe(135_000);
  expect(exact!.cents("ram:GrandTotalAmount")).toBe(145_935);
});
