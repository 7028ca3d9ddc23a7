import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readAppConfig } from "./config.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "litfass-config-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (env: Record<string, string> = {}) => readAppConfig({ DATA_DIR: path.join(folder, "data"), ...env });
const production = {
  PRODUCTION: "on",
  PUBLIC_URL: "https://ads.example.ch/",
  ADS_URL: "https://a.example.ch",
  SMTP_URL: "smtp://mail.example.ch",
  SELLER_NAME: "Pillar AG",
  SELLER_STREET: "Gerberngasse",
  SELLER_HOUSE_NUMBER: "27",
  SELLER_POSTAL_CODE: "3011",
  SELLER_CITY: "Bern",
  SELLER_VAT_NUMBER: "CHE-123.456.788 MWST",
  SELLER_IBAN: "CH44 3199 9123 0008 8901 2",
};

test("in production the seller is required, and its IBAN is stored without spaces", () => {
  expect(read(production).company).toMatchObject({
    name: "Pillar AG",
    iban: "CH4431999123000889012",
    country_code: "CH",
  });
  const { SELLER_IBAN: _iban, ...without } = production;
  expect(() => read(without)).toThrow("SELLER_IBAN: must be set with --production, invoices name the seller");
});

test("a seller may have an account in any country of the IBAN registry", () => {
  const company = read({ SELLER_IBAN: "GB29 NWBK 6016 1331 9268 19", SELLER_BIC: "nwbkgb2l" }).company;
  expect(company).toMatchObject({ iban: "GB29NWBK60161331926819", bic: "NWBKGB2L", accounts: [] });
});

test("parses VAT rates with their first day", () => {
  expect(read({ VAT_RATES: "2027-01-01=8.5, 2024-01-01=8.1" }).company.vat_rates).toEqual([
    { country_code: "CH", from_on: "2027-01-01", percent: 8.5 },
    { country_code: "CH", from_on: "2024-01-01", percent: 8.1 },
    { country_code: "LI", from_on: "2027-01-01", percent: 8.5 },
    { country_code: "LI", from_on: "2024-01-01", percent: 8.1 },
  ]);
  expect(() => read({ VAT_RATES: "8.1" })).toThrow("VAT_RATES: must read like");
});

test("VAT rates are those of the seller's country, which only Switzerland has built in", () => {
  const danish = {
    ...production,
    SELLER_COUNTRY: "DK",
    SELLER_IBAN: "DK5000400440116243",
    SELLER_VAT_NUMBER: "DK12345674",
  };
  expect(() => read(danish)).toThrow(/^VAT_RATES: must be set for a seller in DK$/);
  expect(read({ ...danish, VAT_RATES: "1992-01-01=25" }).company.vat_rates).toEqual([
    { country_code: "DK", from_on: "1992-01-01", percent: 25 },
  ]);
  expect(read({ ...danish, SELLER_VAT_NUMBER: "none" }).company.vat_rates).toEqual([]);
});

test("names every invalid variable of every module", () => {
  expect(() => read({ PORT: "99999", VAT_RATES: "8.1" })).toThrow(
    /^PORT: must be a whole number from 0 to 65535 \(is "99999"\)\nVAT_RATES: must read like [^\n]+$/,
  );
  const { SELLER_NAME: _name, SELLER_CITY: _city, ...incomplete } = production;
  expect(() => read(incomplete)).toThrow(/^SELLER_NAME: must be set.*\nSELLER_CITY: must be set.*$/);
  expect(() => read({ SELLER_IBAN: "US98123456789012345678" })).toThrow("accounts without an IBAN are not supported");
  expect(() => read({ SELLER_BIC: "NWBK" })).toThrow("SELLER_BIC: must be a BIC");
  expect(() => read({ SELLER_IBAN: "CH93 0076 2011 6238 5295 8" })).toThrow("and a correct checksum");
  expect(() => read({ SECOND_APPROVER_ABOVE: "much" })).toThrow(
    /^SECOND_APPROVER_ABOVE: must be a whole amount from 0, .*like 10000,DKK=75000,GBP=9000 \(is "much"\)$/,
  );
});
