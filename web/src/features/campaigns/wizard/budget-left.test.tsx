import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { initReactI18next } from "react-i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test } from "vitest";
import english from "../../../i18n/en/campaigns.json" with { type: "json" };
import { BudgetLeft } from "./budget-left.tsx";

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { campaigns: english } },
    interpolation: { prefix: "{", suffix: "}", escapeValue: false },
  });
});

function shown(name: string | null, left: number, amount: number | null): { text: string; links: string[] } {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <BudgetLeft name={name} left={left} currency="CHF" amount={amount} />
    </MemoryRouter>,
  );
  return {
    text: html
      .replaceAll(/<[^>]+>/g, "")
      .replaceAll("&#x27;", "'")
      .replaceAll("\u00a0", " "),
    links: [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href ?? ""),
  };
}

test("the owner of a draft reads what is left, and pays what is missing by one link", () => {
  for (const amount of [null, 1500]) {
    expect(shown(null, 1500, amount)).toEqual({ text: expect.stringContaining("CHF 1'500.00"), links: [] });
  }
  expect(shown(null, 1500, 1600.5)).toEqual({
    text: expect.stringMatching(/CHF 1'500\.00.*CHF 100\.50/),
    links: ["/invoices?top-up=1"],
  });
});

test("an account manager reads the customer's budget and cannot pay what is missing", () => {
  const name = "Velowerk Amsler AG";
  expect(shown(name, 900, 100)).toEqual({ text: expect.stringMatching(`${name}.*CHF 900\\.00`), links: [] });
  expect(shown(name, 900, 1000)).toEqual({ text: expect.stringMatching(`${name}.*CHF 100\\.00`), links: [] });
});
