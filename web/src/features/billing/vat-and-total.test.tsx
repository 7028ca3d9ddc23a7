import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { initReactI18next } from "react-i18next";
import { afterAll, beforeAll, expect, test } from "vitest";
import english from "../../i18n/en/billing.json" with { type: "json" };
import { VatAndTotal } from "./vat-and-total.tsx";

beforeAll(() =>
  i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { billing: english } },
    interpolation: { prefix: "{", suffix: "}", escapeValue: false },
  }),
);
// The other files of the process use the same instance.
afterAll(() => i18next.changeLanguage("en"));

test.each([
  ["reverse_charge", "No VAT, reverse charge"],
  ["export", "No VAT (export of services)"],
  ["abroad", "No VAT (customer abroad)"],
  ["zero_rated", "No VAT"],
  ["unregistered", "No VAT"],
] as const)("a sale at 0% that is %s says «%s»", (vat_treatment, text) => {
  const html = renderToStaticMarkup(<VatAndTotal net={100} currency="EUR" vat={{ vat_percent: 0, vat_treatment }} />);
  expect(/<dt[^>]*>([^<]*)</.exec(html)?.[1]).toBe(text);
});

test("shows the VAT with its rate and the total, and no amount while the rate is loading", () => {
  const taxed = { vat_percent: 8.1, vat_treatment: "taxed" as const };
  const html = renderToStaticMarkup(<VatAndTotal net={100} currency="CHF" vat={taxed} />);
  expect(html.replaceAll("\u00a0", " ")).toMatch(/8\.1%.*CHF 8\.10.*CHF 108\.10/);
  expect(renderToStaticMarkup(<VatAndTotal net={100} currency="CHF" vat={undefined} />)).not.toMatch(/VAT|CHF/);
});
