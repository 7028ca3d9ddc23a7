import { expect, test } from "vitest";
import { amount, date } from "./derive.ts";
import { dayIn, priceIn, priceText, withDay, withPrice } from "./slots.ts";

test("the price of a title is read, changed, added and removed", () => {
  expect(priceIn("Sonntagszopf für CHF 6.90")).toBe("CHF 6.90");
  expect(priceIn("20 % auf Brillen")).toBe("20%");
  expect(priceIn("Sonntagszopf")).toBe("");
  expect(withPrice("Sonntagszopf für CHF 6.90 am Sonntag", "CHF 7.50")).toBe("Sonntagszopf CHF 7.50 am Sonntag");
  expect(withPrice("Sonntagszopf", "CHF 6.90")).toBe("Sonntagszopf CHF 6.90");
  expect(withPrice("Sonntagszopf CHF 6.90", "")).toBe("Sonntagszopf");
  expect(priceIn("Statt CHF 8.90 jetzt CHF 6.90")).toBe("CHF 6.90");
  expect(withPrice("Zopf CHF 6.90 statt 8.90", "CHF 7.50")).toBe("Zopf CHF 7.50 statt 8.90");
  expect(amount(withPrice("Sonntagszopf", "CHF 6.90"))).toMatchObject({ number: "6.90", rest: "Sonntagszopf" });
});

test("a typed price gets the currency, unless it has one or is a discount", () => {
  expect(priceText("6.90", "CHF")).toBe("CHF 6.90");
  expect(priceText("6.", "EUR")).toBe("EUR 6");
  expect(priceText("20 %", "CHF")).toBe("20 %");
  expect(priceText("ab 9 €", "CHF")).toBe("ab 9 €");
  expect(priceText("gratis", "CHF")).toBeNull();
  expect(priceText("6.90 statt 8", "CHF")).toBeNull();
});

test("the day of a title is read, changed, added and removed in each language", () => {
  expect(dayIn("Weinlesefest am 12. September", "de", "2026-03-01")).toBe("2026-09-12");
  expect(dayIn("Weinlesefest am 12. September", "de", "2026-11-25")).toBe("2027-09-12");
  expect(dayIn("Weinlesefest", "de", "2026-11-25")).toBeNull();
  expect(withDay("Weinlesefest am Samstag, 12. September", "de", "2026-10-03")).toBe("Weinlesefest am 3. Oktober");
  expect(withDay("Open day", "en", "2026-05-03")).toBe("Open day 3 May");
  expect(withDay("Open day on May 3", "en", "2026-06-07")).toBe("Open day on 7 June");
  expect(withDay("Portes ouvertes le 1er août", "fr", "2026-08-02")).toBe("Portes ouvertes le 2 août");
  expect(withDay("Porte aperte il 3 maggio", "it", null)).toBe("Porte aperte il");
  for (const lang of ["de", "en", "fr", "it"] as const)
    for (let month = 1; month <= 12; month++) {
      const day = `2026-${String(month).padStart(2, "0")}-01`;
      expect(dayIn(withDay("Fest", lang, day), lang, "2026-01-01")).toBe(day);
    }
});

test("a word that starts like a weekday stays in the title", () => {
  expect(date("Sonntagszopf 12. Dezember", "de")).toMatchObject({ day: "12", rest: "Sonntagszopf" });
  expect(withDay("Sonntagszopf 12. Dezember", "de", "2026-12-13")).toBe("Sonntagszopf 13. Dezember");
});
