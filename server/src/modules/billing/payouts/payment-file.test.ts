import { hasIbanChecksum, isQrIban, payableIban } from "@litfass/contract/kernel/iban";
import type { Payee } from "@litfass/contract/publishers/publisher-statements";
import { DOMParser } from "@xmldom/xmldom";
import { expect, test } from "vitest";
import { type PaymentOrder, paymentFile } from "./payment-file.ts";

const payee: Payee = {
  company: "Zeitung & Söhne <AG>",
  street: "Gerberngasse",
  house_number: "27",
  postal_code: "3011",
  city: "Bern",
  country_code: "CH",
  vat_number: null,
  iban: "CH9300762011623852957",
  language: "de",
};
const order: PaymentOrder = {
  messageId: "PUB-20261204-0A1B2C3D4E5F",
  createdAt: new Date("2026-12-04T08:15:30.500Z"),
  executeOn: "2026-12-07",
  currency: "CHF",
  payer: { name: "Litfass AG", iban: "CH5604835012345678009" },
  transfers: [
    {
      number: "GS-2026-00001",
      instructionId: "PUB-20261204-0A1B2C3D4E5F-1",
      endToEndId: "GS-2026-00001",
      payee,
      grossMicros: 108_100_000n,
    },
    {
      number: "GS-2026-00002",
      instructionId: "PUB-20261204-0A1B2C3D4E5F-2",
      // Its first transfer came back.
      endToEndId: "GS-2026-00002-2",
      payee: { ...payee, company: "Пекарня Москва", house_number: "" },
      grossMicros: 20_000n,
    },
  ],
};

const read = (of: PaymentOrder): Element =>
  new DOMParser().parseFromString(paymentFile(of), "text/xml").documentElement;
const all = (root: Element, name: string): Element[] => Array.from(root.getElementsByTagName(name));
const texts = (root: Element, name: string): (string | null)[] => all(root, name).map((each) => each.textContent);
const children = (element: Element | undefined): string[] =>
  Array.from(element?.childNodes ?? []).map((each) => each.nodeName);

test("a payer outside Switzerland is debited in any currency: its bank by the BIC, or left to the bank to derive", () => {
  const payer = { name: "Analytical Ads Ltd", iban: "GB29NWBK60161331926819", bic: "NWBKGB2L" };
  const root = read({ ...order, currency: "GBP", payer });
  expect(texts(root, "BICFI")).toEqual(["NWBKGB2L"]);
  expect(all(root, "InstdAmt").map((each) => each.getAttribute("Ccy"))).toEqual(["GBP", "GBP"]);
  expect([texts(root, "CtrlSum")[0], texts(root, "MmbId"), texts(root, "Cd")]).toEqual(["108.12", [], []]);
  const without = read({ ...order, currency: "DKK", payer: { ...payer, iban: "DK5000400440116243", bic: null } });
  expect(children(all(without, "FinInstnId")[0])).toEqual(["Othr"]);
  expect(texts(without, "Id").filter((text) => text === "NOTPROVIDED")).toEqual(["NOTPROVIDED"]);
});

test("a payment file names counts and control sums, and each transfer with its amount, account and credit note", () => {
  const root = read(order);
  expect(root.getAttribute("xmlns")).toBe("urn:iso:std:iso:20022:tech:xsd:pain.001.001.09");
  expect(texts(root, "NbOfTxs")).toEqual(["2", "2"]);
  expect(texts(root, "CtrlSum")).toEqual(["108.12", "108.12"]);
  expect(texts(root, "InstdAmt")).toEqual(["108.10", "0.02"]);
  expect(all(root, "InstdAmt").map((each) => each.getAttribute("Ccy"))).toEqual(["CHF", "CHF"]);
  expect(texts(root, "IBAN")).toEqual([order.payer.iban, payee.iban, payee.iban]);
  expect(texts(root, "EndToEndId")).toEqual(["GS-2026-00001", "GS-2026-00002-2"]);
  expect(texts(root, "Ustrd")).toEqual(["GS-2026-00001", "GS-2026-00002"]);
  expect(texts(root, "InstrId")).toEqual(["PUB-20261204-0A1B2C3D4E5F-1", "PUB-20261204-0A1B2C3D4E5F-2"]);
  expect(texts(root, "CreDtTm")).toEqual(["2026-12-04T08:15:30"]);
  expect(texts(root, "Dt")).toEqual(["2026-12-07"]);
  // The clearing number of the payer's bank stands in its IBAN.
  expect(texts(root, "MmbId")).toEqual(["4835"]);
});

test("elements are in the order of the schema, and empty ones are left out", () => {
  const root = read(order);
  expect(children(all(root, "PmtInf")[0])).toEqual([
    ...["PmtInfId", "PmtMtd", "BtchBookg", "NbOfTxs", "CtrlSum", "ReqdExctnDt", "Dbtr", "DbtrAcct", "DbtrAgt"],
    ...["CdtTrfTxInf", "CdtTrfTxInf"],
  ]);
  const transfer = ["PmtId", "Amt", "Cdtr", "CdtrAcct", "RmtInf"];
  expect(all(root, "CdtTrfTxInf").map(children)).toEqual([transfer, transfer]);
  expect(all(root, "PstlAdr").map(children)).toEqual([
    ["StrtNm", "BldgNb", "PstCd", "TwnNm", "Ctry"],
    ["StrtNm", "PstCd", "TwnNm", "Ctry"],
  ]);
});

test("names are escaped, and letters that banks do not take are transliterated", () => {
  expect(texts(read(order), "Nm")).toEqual(["Litfass AG", "Litfass AG", "Zeitung & Söhne <AG>", "Pekarnya Moskva"]);
});

test("euro payments are SEPA credit transfers with shared charges", () => {
  const root = read({ ...order, currency: "EUR" });
  expect(texts(root, "PmtTpInf")).toEqual(["SEPA"]);
  expect(texts(root, "ChrgBr")).toEqual(["SLEV"]);
  expect(children(all(root, "PmtInf")[0]).slice(4, 7)).toEqual(["CtrlSum", "PmtTpInf", "ReqdExctnDt"]);
});

test("only IBANs of the registry that are no QR-IBANs can be paid", () => {
  expect(payableIban.parse("ch93 0076 2011 6238 5295 7")).toBe(payee.iban);
  expect(payableIban.safeParse("DE89370400440532013000").success).toBe(true);
  expect(payableIban.safeParse("CH9300762011623852958").success).toBe(false);
  // Correct check digits, but not the length or the country of the registry.
  expect(payableIban.safeParse("GB24NWBK6016133192681").success).toBe(false);
  expect(payableIban.safeParse("US46NWBK60161331926819").success).toBe(false);
  expect(hasIbanChecksum("CH4431999123000889012")).toBe(true);
  expect(isQrIban("CH4431999123000889012")).toBe(true);
  expect(payableIban.safeParse("CH4431999123000889012").success).toBe(false);
});
