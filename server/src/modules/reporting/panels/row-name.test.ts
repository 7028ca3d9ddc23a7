import type { Language } from "@litfass/contract/kernel/language";
import type { StatisticsTableRow } from "@litfass/contract/reporting/figures";
import type { TableGrouping } from "@litfass/contract/reporting/statistics";
import { expect, test } from "vitest";
import { rowName } from "./row-name.ts";

test("files name rows like the screen", () => {
  const named = (grouping: TableGrouping, key: string, lang: Language, country = "CH") =>
    rowName(grouping, { key, text: key, country } as StatisticsTableRow, lang);
  expect([named("weekday", "1", "de"), named("weekday", "7", "en")]).toEqual(["Montag", "Sunday"]);
  expect([named("device", "connected_tv", "en"), named("device", "", "de")]).toEqual(["Connected TV", "Unbekannt"]);
  expect([named("country", "CH", "de"), named("country", "DE", "en")]).toEqual(["Schweiz", "Germany"]);
  expect([named("region", "CH-BE", "en"), named("city", "Zurich", "de")]).toEqual(["Bern", "Zürich"]);
  expect([named("region", "CH-GE", "de"), named("region", "CH-GE", "en")]).toEqual(["Genf", "Geneva"]);
  expect([named("region", "DE-BY", "de"), named("region", "DE-BY", "en")]).toEqual(["Bayern", "Bavaria"]);
  expect([named("region", "GB-ENG", "en"), named("region", "GB-ENG", "fr")]).toEqual(["England", "Angleterre"]);
  expect([named("day", "2026-03-01", "de"), named("url", "news.example", "de")]).toEqual([
    "2026-03-01",
    "news.example",
  ]);
});
