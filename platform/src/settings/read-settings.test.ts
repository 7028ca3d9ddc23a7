import { byLanguage } from "@litfass/contract/kernel/language";
import { defaultLegal, defaultPrices, defaultSite } from "@litfass/contract/settings/default-settings";
import type { OperatorSettings, SettingsSection } from "@litfass/contract/settings/operator-settings";
import { expect, test } from "vitest";
import { encodeSection, parseSection } from "./read-settings.ts";

/** The value as it was stored before Italian was added. */
const withoutItalian = (stored: unknown): unknown =>
  JSON.parse(JSON.stringify(stored), (_name, value) => {
    if (typeof value === "object" && value !== null && Object.hasOwn(value, "it")) delete value.it;
    return value;
  });

function storedBefore<Section extends SettingsSection>(section: Section, settings: OperatorSettings[Section]) {
  const stored = withoutItalian(encodeSection(section, settings));
  expect(JSON.stringify(stored)).not.toContain('"it"');
  return parseSection(section, stored);
}

const label = { ...byLanguage(() => ""), en: "Autumn", de: "Herbst" };
const discount = {
  percent: 10,
  amount_per_month: null,
  first_on: "2026-11-01",
  last_on: "2026-11-30",
  label,
  first_purchase_only: false,
  introductory: false,
};

test("texts that were stored before a language was added are read with an empty text in it", () => {
  const terms = { ...defaultLegal.terms, en: "Own terms", de: "Eigene AGB" };
  expect(storedBefore("legal", { ...defaultLegal, terms })).toEqual({ ...defaultLegal, terms });
  const site = {
    ...defaultSite,
    texts: { ...defaultSite.texts, de: { headline: "Plakate", lead: "", about: "", stories: "" } },
  };
  expect(storedBefore("site", site)).toEqual(site);
  const prices = {
    ...defaultPrices,
    plans: { ...defaultPrices.plans, starter: { ...defaultPrices.plans.starter, discount } },
  };
  expect(storedBefore("prices", prices)).toEqual(prices);
});

test("fields other than texts by language stay as they are stored", () => {
  expect(() => parseSection("legal", { ...defaultLegal, terms: { xx: "" } })).toThrow();
  expect(parseSection("languages", { offered: ["en", "de"] })).toEqual({ offered: ["en", "de"] });
});
