import { expect, test } from "vitest";
import { changedField, changedValue } from "./version-change.ts";

const texts = { yes: "yes", no: "no", image: "image", source: (source: string) => `from ${source}` };
const shown = (field: string, value: string) => changedValue(field, value, texts);

test("a changed field is named by its labels, without the numbers of lists", () => {
  expect(
    ["operator_name", "cpm.CHF", "per_franc.USD", "plans.starter.price_per_month", "texts.fr.lead", "sites.0"].map(
      changedField,
    ),
  ).toEqual([
    "Name of the platform",
    "CPM, Swiss francs",
    "Rates per franc, US dollars",
    "Packages, Starter, price per month",
    "Texts, Français, introduction",
    "Sites",
  ]);
});

test("values are shown as the form shows them", () => {
  expect(shown("as_of_on", "2026-06-30")).toBe("30.06.2026");
  expect(shown("offered", "en, fr")).toBe("English, Français");
  expect(shown("own_files", "true")).toBe("yes");
  expect(shown("logo_light", "a".repeat(64))).toBe("image");
  expect(shown("source", "ecb")).toBe("from ecb");
  expect([shown("name", ""), shown("name", "Muster AG")]).toEqual(["–", "Muster AG"]);
});
