import { cityName } from "@litfass/contract/targeting/city-name-texts";
import { exonyms } from "@litfass/contract/targeting/exonyms";
import { expect, test } from "vitest";

test("every city with an English exonym has its German name", () => {
  expect(cityName("CH", "Zurich", "de")).toBe("Zürich");
  expect(cityName("CH", "Zurich", "en")).toBe("Zurich");
  expect(cityName("US", "Geneva", "de")).toBe("Geneva");
  const alike = ["St. Gallen", "Padua", "Turin"];
  const missing = Object.entries(exonyms).filter(
    ([place, name]) => cityName(place.slice(0, 2), name, "de") === name && !alike.includes(name),
  );
  expect(missing).toEqual([]);
});
