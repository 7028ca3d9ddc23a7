import { expect, test } from "vitest";
import { exonyms } from "../../targeting/geography/exonyms.ts";
import { cityName } from "./city-names.ts";

test("German readers find every city that has an English name under its German one", () => {
  expect(cityName("CH", "Zurich", "de")).toBe("Zürich");
  expect(cityName("CH", "Zurich", "en")).toBe("Zurich");
  expect(cityName("US", "Geneva", "de")).toBe("Geneva");
  const alike = ["St. Gallen", "Padua", "Turin"];
  const missing = Object.entries(exonyms).filter(
    ([place, name]) => cityName(place.slice(0, 2), name, "de") === name && !alike.includes(name),
  );
  expect(missing).toEqual([]);
});
