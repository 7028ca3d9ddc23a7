import { languages } from "@litfass/contract/kernel/language";
import { defaultPrices } from "@litfass/contract/settings/default-settings";
import { expect, test } from "vitest";
import { caseSection, storiesSection } from "./story-sections.ts";

const today = "2026-11-28";

test("the example story names the impressions of the Starter package at the operator's prices", () => {
  expect(storiesSection("en", [], { prices: defaultPrices, today }).text).toContain("<b>60&#39;000</b>");
  const plans = { ...defaultPrices.plans, starter: { price_per_month: 90_000, term_months: 3, discount: null } };
  const prices = { ...defaultPrices, plans, cpm: { CHF: 3_000, EUR: 3_000 } };
  const section = storiesSection("en", [], { prices, today }).text;
  expect(section).toContain("<b>90&#39;000</b>");
  expect(section).not.toContain("60&#39;000");
});

test.each(languages)("the buttons of the case study's banner are wide enough for their text (%s)", (language) => {
  const section = caseSection(language, "Litfass", { prices: defaultPrices, today }).text;
  const widths = [...section.matchAll(/<rect [^>]*width="(\d+)"[^>]*rx="4"/g)].map((match) => Number(match[1]));
  const texts = [...section.matchAll(/<text [^>]*y="(?:115|370)">([^<]+)</g)].map((match) => match[1] ?? "");
  expect([widths.length, texts.length]).toEqual([2, 2]);
  // A character of this typeface at 14 pixels is about 7.5 pixels wide.
  for (const [at, text] of texts.entries()) expect(widths[at], text).toBeGreaterThan(text.length * 7.5 + 16);
});
