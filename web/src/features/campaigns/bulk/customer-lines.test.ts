import { expect, test } from "vitest";
import { customerLines } from "./customer-lines.ts";

test("parses a spreadsheet list with or without a header", () => {
  const text = [
    "Customer\tBranch\tBudget\tLink",
    "info@brothaus.example\tBern Matte\tCHF 1'500.00\twww.brothaus.example/matte",
    "",
    "Brothaus Matte AG\t\t\t",
  ].join("\r\n");
  expect(customerLines(text)).toEqual([
    {
      line: 2,
      customer: "info@brothaus.example",
      branch: "Bern Matte",
      budget: 1500,
      destination_url: "https://www.brothaus.example/matte",
      bad: null,
    },
    { line: 4, customer: "Brothaus Matte AG", branch: "", budget: null, destination_url: null, bad: null },
  ]);
});

test("an amount with a currency does not make the first line a header", () => {
  expect(customerLines("a@b.example;Thun;CHF 200")).toMatchObject([{ branch: "Thun", budget: 200 }]);
});

test("also accepts semicolons, commas and quotes, and reports invalid cells", () => {
  expect(customerLines('"Meier, Huber & Co";Thun;200')).toMatchObject([
    { customer: "Meier, Huber & Co", branch: "Thun", budget: 200 },
  ]);
  expect(customerLines("a@b.example,Thun,2x0")).toMatchObject([{ bad: "budget", budget: null }]);
  expect(customerLines("a@b.example;Thun;200;https://")).toMatchObject([{ bad: "link" }]);
  expect(customerLines("  \n\n")).toEqual([]);
});
