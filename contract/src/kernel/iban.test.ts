import { expect, test } from "vitest";
import { companySchema } from "../settings/company.ts";
import { demoCompany } from "../settings/demo-company.ts";
import { bicSchema, companyIban, isSepaIban } from "./iban.ts";

test.each([
  "CH93 0076 2011 6238 5295 7",
  "GB29 NWBK 6016 1331 9268 19",
  "DK50 0040 0440 1162 43",
  "DE89 3704 0044 0532 0130 00",
  "NO93 8601 1117 947",
  "ch44 3199 9123 0008 8901 2",
])("%s is an IBAN of the registry", (text) => {
  expect(companyIban.parse(text)).toBe(text.replaceAll(" ", "").toUpperCase());
});

test.each([
  ["a wrong check digit", "GB28NWBK60161331926819"],
  ["a digit too few with correct check digits", "GB24NWBK6016133192681"],
  ["a country without IBANs", "US98123456789012345678"],
  ["an account number", "026009593 1234567890"],
])("%s is refused", (_, text) => {
  expect(companyIban.safeParse(text).error?.issues[0]?.message).toBe("settings.iban");
});

test("SEPA transfers reach accounts in Europe's SEPA countries only", () => {
  const codes = ["DE", "CH", "GB", "SM", "RS", "TR", "UA", "BR", "FO"];
  expect(codes.filter((code) => isSepaIban(`${code}00`))).toEqual(["DE", "CH", "GB", "SM", "RS"]);
});

test("a BIC has 8 or 11 characters", () => {
  expect(bicSchema.parse("nwbkgb2l")).toBe("NWBKGB2L");
  expect(bicSchema.parse("POFICHBEXXX")).toBe("POFICHBEXXX");
  expect(bicSchema.safeParse("NWBKGB2").success).toBe(false);
});

const accountsOf = (...accounts: object[]) => {
  const found = companySchema.safeParse({ ...demoCompany, accounts });
  return found.error?.issues[0]?.message ?? found.data?.accounts;
};

test("a company has one account for a currency, and no QR-IBAN where none can be paid to", () => {
  const pounds = { currency: "GBP", iban: "GB29NWBK60161331926819", bic: "NWBKGB2L" };
  expect(accountsOf(pounds)).toEqual([pounds]);
  expect(accountsOf(pounds, pounds)).toBe("settings.account_twice");
  const qrIban = "CH4431999123000889012";
  expect(accountsOf({ ...pounds, iban: qrIban })).toBe("settings.account_qr_iban");
  expect(accountsOf({ currency: "EUR", iban: qrIban, bic: null })).toHaveLength(1);
});

test("the company of an earlier release has one account for every currency", () => {
  const { accounts: _, bic: __, ...earlier } = demoCompany;
  expect(companySchema.parse(earlier)).toEqual(demoCompany);
});
