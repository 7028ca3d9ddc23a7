import { expect, test } from "vitest";
import { amountOf } from "./parse-amount.ts";

test.each([
  ["1'500", 1500],
  ["1500.5", 1500.5],
  ["1500,50", 1500.5],
  ["1,500.00", 1500],
  ["1.500,00", 1500],
  ["1,234,567", 1234567],
  ["500.-", 500],
  ["500.--", 500],
  ["500.–", 500],
  ["-5", null],
  ["5-", null],
  ["1.2345", null],
  ["abc", null],
  ["", null],
])("%s is %s", (text, amount) => expect(amountOf(text)).toBe(amount));
