import { expect, test } from "vitest";
import { isPostalCode } from "./country/postal-code.ts";
import { isVatNumber } from "./country/vat-number.ts";
import { fieldErrors } from "./field-errors.ts";
import { emailSchema, passwordSchema } from "./validation.ts";

const errorsOf = (schema: typeof emailSchema | typeof passwordSchema, value: unknown): string[] => {
  const parsed = schema.safeParse(value, { reportInput: true });
  return parsed.success ? [] : Object.values(fieldErrors(parsed.error, "en")).flat();
};

test("[RULE-013] an e-mail has the form x@y.z", () => {
  expect(errorsOf(emailSchema, "a@b.c")).toEqual([]);
  for (const bad of ["a@b", "a b@c.d", "abc"]) expect(errorsOf(emailSchema, bad)).toEqual(["E-mail must be valid"]);
  expect(errorsOf(emailSchema, "")).toContain("E-mail is required");
});

test("an e-mail with signs that mail programs read as several addresses or as a header is rejected", () => {
  for (const bad of [
    "a;b@c.ch",
    "a<b@c.ch>",
    "bcc:a@c.ch",
    "a,b@c.ch",
    '"a"@c.ch',
    "a(b)@c.ch",
    "a[b]@c.ch",
    "a\\b@c.ch",
  ])
    expect([bad, errorsOf(emailSchema, bad)]).toEqual([bad, ["E-mail must be valid"]]);
  expect(errorsOf(emailSchema, "anna.o'neil+ads@c.ch")).toEqual([]);
});

test("[RULE-015] [RULE-016] a password has at least 8 characters", () => {
  expect(errorsOf(passwordSchema, "1234567")).toEqual(["Password must be more than 8 characters"]);
  expect(errorsOf(passwordSchema, "12345678")).toEqual([]);
});

test("VAT numbers by country, the Swiss one with its check digit", () => {
  expect(isVatNumber("CHE-116.281.710 MWST", "CH")).toBe(true);
  expect(isVatNumber("CHE-116.281.711 MWST", "CH")).toBe(false);
  expect(isVatNumber("CHE116281710", "CH")).toBe(true);
  expect(isVatNumber("DE123456789", "CH")).toBe(false);
  expect(isVatNumber("ATU12345678", "AT")).toBe(true);
  expect(isVatNumber("AT12345678", "AT")).toBe(false);
  expect(isVatNumber("12-3456789", "US")).toBe(true);
});

test("postal codes by country", () => {
  expect(["3011", "0999", "301", "30111"].map((code) => isPostalCode(code, "CH"))).toEqual([true, false, false, false]);
  expect(isPostalCode("10115", "DE")).toBe(true);
  expect(isPostalCode("SW1A 1AA", "GB")).toBe(true);
  expect(isPostalCode("1010", "NL")).toBe(false);
  expect(isPostalCode("110-0002", "JP")).toBe(true);
});
