import { expect, test } from "vitest";
import { type CombinedRow, choicesOf } from "./combined-filter.tsx";

const row = (source: CombinedRow["source"], key: string, name: string, account: string | null): CombinedRow => ({
  source,
  key,
  name,
  account_id: account === null ? null : (key.split("/")[0] ?? ""),
  account,
  impressions: 1,
  clicks: 1,
  ctr: 1,
  cost: null,
  cost_formatted: null,
  currency: null,
  sessions: null,
  page_views: null,
});
const rows = [
  row("platform", "12", "Autumn", null),
  row("google_ads", "1/7", "Brand", "Search"),
  row("google_ads", "2/8", "Brand", "Shops"),
  row("google_analytics", "3/Paid/Other", "Paid/Other", "example.ch"),
];
const labels = (options: { label: string }[]) => options.map(({ label }) => label);

test("campaigns of the same name carry their account, and an account narrows them", () => {
  const all = choicesOf(rows, undefined);
  expect(labels(all.accounts)).toEqual(["Search (Google Ads)", "Shops (Google Ads)", "example.ch (Google Analytics)"]);
  expect(labels(all.campaigns)).toEqual(["Autumn", "Brand (Search)", "Brand (Shops)", "Paid/Other (example.ch)"]);
  const ofAccount = choicesOf(rows, "google_ads/2");
  expect(ofAccount).toMatchObject({ source: "google_ads", account: "google_ads/2", campaign: undefined });
  expect(ofAccount.campaigns).toEqual([{ value: "google_ads/2/8", label: "Brand" }]);
});

test("a chosen campaign keeps its source and account chosen", () => {
  const channel = "google_analytics/3/Paid/Other";
  expect(choicesOf(rows, channel)).toMatchObject({
    source: "google_analytics",
    account: "google_analytics/3",
    campaign: channel,
  });
  expect(choicesOf(rows, "platform/12")).toMatchObject({ source: "platform", account: undefined });
  expect(labels(choicesOf(rows, "platform/12").campaigns)).toEqual(["Autumn"]);
});
