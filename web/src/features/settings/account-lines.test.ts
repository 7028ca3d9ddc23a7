import { expect, test } from "vitest";
import { accountLines, accountsIn } from "./account-lines.ts";

test("reads an account of each line, with spaces in the IBAN or without, with a BIC or without", () => {
  const iban = "GB29NWBK60161331926819";
  expect(
    accountsIn([
      `gbp ${iban}`,
      `GBP ${iban} NWBKGB2L`,
      "GBP  GB29 NWBK 6016 1331 9268 19",
      "GBP GB29 NWBK 6016 1331 9268 19 NWBKGB2LXXX",
      "GBP",
    ]),
  ).toEqual([
    { currency: "GBP", iban, bic: null },
    { currency: "GBP", iban, bic: "NWBKGB2L" },
    { currency: "GBP", iban, bic: null },
    { currency: "GBP", iban, bic: "NWBKGB2LXXX" },
    { currency: "GBP", iban: "", bic: null },
  ]);
});

test("what is shown reads as the same accounts", () => {
  const accounts = [
    { currency: "DKK", iban: "DK5000400440116243", bic: "DABADKKK" },
    { currency: "EUR", iban: "DE89370400440532013000", bic: null },
  ];
  expect(accountLines(accounts)).toBe("DKK DK50 0040 0440 1162 43 DABADKKK\nEUR DE89 3704 0044 0532 0130 00");
  expect(accountsIn(accountLines(accounts).split("\n"))).toEqual(accounts);
});
