import { readFileSync } from "node:fs";
import { invoiceOfReference } from "@litfass/contract/billing/payment-reference";
import { expect, test } from "vitest";
import { paymentReference } from "../../billing/invoices/qr-bill.ts";
import { readBankFile } from "./read-bank-file.ts";
import read from "./read-bank-file-task.ts";

const fixture = (name: string): Buffer => readFileSync(new URL(`../fixtures/${name}.xml`, import.meta.url));
const entriesOf = (name: string) => readBankFile(fixture(name)).entries;
const problemOf = (text: string | Uint8Array) => {
  const found = read(typeof text === "string" ? Buffer.from(text) : text);
  return "problem" in found ? found.problem : null;
};
const statement = (entries: string, version = "08"): string =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr/><Stmt><Acct><Id><IBAN>CH93</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`;
const booking = (inside = "", amount = "1.00"): string =>
  `<Ntry><Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-12-07</Dt></BookgDt>${inside}</Ntry>`;

test("a statement of an account with two currencies is refused, and statements of two accounts are read", () => {
  const kroner = booking().replace("CHF", "DKK");
  expect(read(Buffer.from(statement(booking() + kroner)))).toEqual({
    problem: "bank.currencies",
    values: { entry: 2, currency: "DKK", expected: "CHF" },
  });
  expect(problemOf(statement(kroner).replace("</Acct>", "<Ccy>GBP</Ccy></Acct>"))).toBe("bank.currencies");
  const both = statement(booking()).replace("</Stmt>", `</Stmt><Stmt><Acct/>${kroner}</Stmt>`);
  expect(readBankFile(Buffer.from(both)).entries.map(({ currency }) => currency)).toEqual(["CHF", "DKK"]);
});

test("a Swiss statement (camt.053.001.08): transfers of a batch, a return, a QR payment and a fee", () => {
  const { message, version, account, entries } = readBankFile(fixture("camt.053.001.08"));
  expect([message, version, account]).toEqual(["camt.053", "08", "CH9300762011623852957"]);
  expect(entries).toMatchObject([
    {
      kind: "debit",
      isSummary: false,
      isReturn: false,
      currency: "CHF",
      amountMicros: 129_720_000n,
      bookedOn: "2026-12-07",
      valueOn: "2026-12-07",
      bankReference: "ZV20261207/004711",
      instructionId: "PUB-20261204-0A1B2C3D4E5F-1",
      endToEndId: "GS-2026-00001",
      partyName: "Zeitung & Söhne AG",
      partyIban: "CH5604835012345678009",
      text: "GS-2026-00001",
    },
    { kind: "debit", amountMicros: 703_730_000n, endToEndId: "GS-2026-00002", text: "Sammelauftrag" },
    { kind: "credit", isReturn: true, returnCode: "AC04", returnText: "Konto saldiert", partyName: "Blog GmbH" },
    {
      kind: "credit",
      isReturn: false,
      endToEndId: null,
      partyName: "Bäckerei Muster",
      reference: "000000000000020260000004122",
    },
    { kind: "debit", isSummary: true, amountMicros: 4_500_000n, text: "Kontoführung" },
  ]);
  expect(new Set(entries.map(({ key }) => key)).size).toBe(5);
});

test("a transfer has the same key in the statement and in the notification (camt.054.001.08)", () => {
  const [first, second] = entriesOf("camt.053.001.08");
  const notified = entriesOf("camt.054.001.08");
  expect(notified.map(({ bookingKey }) => bookingKey)).toEqual([first?.bookingKey, second?.bookingKey]);
  expect(notified[0]?.key).toBe(first?.key);
});

test("a statement with prefixes and one booking for the file (camt.053.001.04)", () => {
  expect(entriesOf("camt.053.001.04")).toMatchObject([
    { isSummary: true, paymentInformationId: "PUB-20261204-0A1B2C3D4E5F-1", amountMicros: 833_450_000n },
    { isPending: true, bookedOn: "2026-12-07", partyName: "Garage Muster", reference: "RF46T202600412" },
  ]);
});

test("a German statement (camt.053.001.02) in Latin letters, with a reference in the text and a foreign currency", () => {
  expect(entriesOf("camt.053.001.02")).toMatchObject([
    { partyName: "Müller GmbH", reference: "RF46T202600412", text: "Rechnung RF46 T202 6004 12 Danke" },
    {
      amountMicros: 92_100_000n,
      currency: "EUR",
      instructed: { currency: "USD", micros: 100_000_000n },
      valueOn: "2026-12-07",
    },
  ]);
});

test("a status report (pain.002.001.10) has the rejected transfer before the file", () => {
  expect(entriesOf("pain.002.001.10")).toMatchObject([
    {
      kind: "status",
      isRejection: true,
      isSummary: false,
      endToEndId: "GS-2026-00002",
      returnCode: "AC01",
      amountMicros: 703_730_000n,
      partyIban: "CH5604835012345678009",
    },
    { isRejection: false, isSummary: true, text: "PART", paymentInformationId: "PUB-20261204-0A1B2C3D4E5F-1" },
    { isRejection: false, isSummary: true, paymentInformationId: null },
  ]);
});

test("transfers that do not sum to their booking are one entry", () => {
  const part = "<TxDtls><Refs><EndToEndId>A</EndToEndId></Refs><Amt Ccy='CHF'>1.00</Amt></TxDtls>";
  const details = `<NtryDtls>${part}${part}</NtryDtls>`;
  const [whole, ...more] = readBankFile(Buffer.from(statement(booking(details, "2.01")))).entries;
  expect([whole, more]).toMatchObject([{ isSummary: true, hasOtherDetails: true, amountMicros: 2_010_000n }, []]);
  const equal = readBankFile(Buffer.from(statement(booking(details, "2.00")))).entries;
  expect(new Set(equal.map(({ key }) => key)).size).toBe(2);
});

test("equal bookings without a reference of the bank are two; with one they are the same", () => {
  const keysOf = (inside: string) =>
    new Set(readBankFile(Buffer.from(statement(booking(inside) + booking(inside)))).entries.map(({ key }) => key)).size;
  expect([keysOf(""), keysOf("<AcctSvcrRef>1</AcctSvcrRef>")]).toEqual([2, 1]);
});

test("references of invoices are read as they are written on invoices", () => {
  for (const iban of ["CH4431999123000889012", "CH9300762011623852957"]) {
    for (const invoice of [
      { year: 2026, sequence: 412 },
      { year: 2031, sequence: 123_456_789 },
    ]) {
      const reference = paymentReference(iban, invoice.year, invoice.sequence);
      expect(invoiceOfReference(reference)).toEqual(invoice);
      const wrong = reference.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
      expect(invoiceOfReference(wrong)).toBeNull();
    }
  }
  expect(invoiceOfReference("RF18539007547034")).toBeNull();
});

const laughs = `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">]>`;
test.each([
  ["an entity bomb", laughs + statement(booking("<AddtlNtryInf>&lol2;</AddtlNtryInf>")), "bank.dtd"],
  ["an external entity", `<!DOCTYPE a SYSTEM "file:///etc/passwd">${statement("")}`, "bank.dtd"],
  ["a DTD in lower case", `<!doctype a>${statement("")}`, "bank.dtd"],
  ["deep nesting", statement(`${"<A>".repeat(50_000)}${"</A>".repeat(50_000)}`), "bank.xml"],
  ["a reserved name", statement("<__proto__><polluted>1</polluted></__proto__>"), "bank.xml"],
  ["an open element", "<Document><a></Document>", "bank.xml"],
  ["no XML", "MT940 :20:STARTUMS", "bank.xml"],
  ["nothing", " ", "bank.xml"],
  ["other XML", "<html><body/></html>", "bank.message"],
  ["another message", `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.08"/>`, "bank.other_message"],
  ["an unknown version", statement("", "13"), "bank.version"],
  [
    "a message without its content",
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"/>`,
    "bank.message",
  ],
  ["an unknown encoding", `<?xml version="1.0" encoding="UTF-7"?>${statement("")}`, "bank.encoding"],
  ["wrong UTF-8", Buffer.concat([Buffer.from("<a>"), Buffer.from([0xff, 0xfe]), Buffer.from("</a>")]), "bank.encoding"],
  ["a negative amount", statement(booking("", "-1.00")), "bank.entry"],
  ["an amount in words", statement(booking("", "1e9")), "bank.entry"],
  ["an endless amount", statement(booking("", "9".repeat(30))), "bank.entry"],
  ["a day that does not exist", statement(booking().replaceAll("2026-12-07", "2026-02-30")), "bank.entry"],
  ["too many entries", statement(booking().repeat(5_001)), "bank.too_many"],
] as const)("%s is refused", (_name, text, problem) => {
  expect(problemOf(text)).toBe(problem);
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});

test("a statement without bookings is correct", () => {
  expect(readBankFile(Buffer.from(`\uFEFF${statement("")}`)).entries).toEqual([]);
});

test("texts are on one line, bounded, and have no control characters", () => {
  const text = `a&#0;&#27;[31m&#x2028;b\n c&#x110000;${"x".repeat(500)}`;
  const [entry] = readBankFile(Buffer.from(statement(booking(`<AddtlNtryInf>${text}</AddtlNtryInf>`)))).entries;
  expect(entry?.text).toMatch(/^a ?\[31m b c x+$/);
  expect(entry?.text?.length).toBeLessThanOrEqual(140);
});
