import { expect, test } from "vitest";
import { customerLines, parsePlace } from "./customer-lines.ts";

test("parses a spreadsheet list with or without a header", () => {
  const text = [
    "Customer\tBranch\tBudget\tLink",
    "info@brothaus.example\tBern Matte\tCHF 1'500.00\twww.brothaus.example/matte",
    "",
    "Brothaus Matte AG\t\t\t",
  ].join("\r\n");
  const { lines, heading } = customerLines(text);
  expect(heading).toEqual(["Customer", "Branch", "Budget", "Link"]);
  expect(lines).toEqual([
    {
      line: 2,
      customer: "info@brothaus.example",
      branch: "Bern Matte",
      budget: 1500,
      destination_url: "https://www.brothaus.example/matte",
      place: "",
      bad: null,
    },
    { line: 4, customer: "Brothaus Matte AG", branch: "", budget: null, destination_url: null, place: "", bad: null },
  ]);
});

test("an amount with a currency does not make the first line a header", () => {
  expect(customerLines("a@b.example;Thun;CHF 200")).toMatchObject({
    lines: [{ branch: "Thun", budget: 200 }],
    heading: null,
  });
  expect(customerLines("a@b.example;Thun;500.-").lines).toMatchObject([{ budget: 500 }]);
  expect(customerLines("a@b.example;Thun;1,500.00 CHF").lines).toMatchObject([{ budget: 1500 }]);
});

test("also accepts semicolons, commas and quotes, and reports invalid cells", () => {
  expect(customerLines('"Meier, Huber & Co";Thun;200').lines).toMatchObject([
    { customer: "Meier, Huber & Co", branch: "Thun", budget: 200 },
  ]);
  expect(customerLines("a@b.example,Thun,2x0").lines).toMatchObject([{ bad: "budget", budget: null }]);
  expect(customerLines("a@b.example;Thun;200;https://").lines).toMatchObject([{ bad: "link" }]);
  expect(customerLines("  \n\n").lines).toEqual([]);
});

test("finds the link and the place in either order", () => {
  const expected = [{ destination_url: "https://www.b.example/thun", place: "St. Gallen 20 km" }];
  expect(customerLines("a@b.example;Thun;200;www.b.example/thun;St. Gallen 20 km").lines).toMatchObject(expected);
  expect(customerLines("a@b.example;Thun;200;St. Gallen 20 km;www.b.example/thun").lines).toMatchObject(expected);
  expect(customerLines("a@b.example;Thun;200;;3011").lines).toMatchObject([{ destination_url: null, place: "3011" }]);
});

test("a typed circle is a place and a radius", () => {
  expect(parsePlace("Bern 30 km")).toEqual({ name: "Bern", radiusKm: 30 });
  expect(parsePlace("St. Gallen, 5km")).toEqual({ name: "St. Gallen", radiusKm: 5 });
  expect(parsePlace("3011 + 10 km")).toEqual({ name: "3011", radiusKm: 10 });
  expect(parsePlace("La Chaux-de-Fonds")).toEqual({ name: "La Chaux-de-Fonds", radiusKm: null });
});
