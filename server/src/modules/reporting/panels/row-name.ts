import { nativeCreative } from "@litfass/contract/adserver/snapshot";
import type { Language } from "@litfass/contract/kernel/language";
import type { StatisticsTableRow } from "@litfass/contract/reporting/figures";
import type { TableGrouping } from "@litfass/contract/reporting/statistics";
import { cityName, regionName } from "../../targeting/index.ts";
import { t } from "../texts.ts";

const devices = ["smartphone", "computer", "tablet", "connected_tv"] as const;

/** A Monday; the names of the weekdays start here. */
const mondayMs = Date.UTC(2026, 0, 5);
const dayMs = 86_400_000;

/** The name of a row in a file, as on the screen: "Saturday", "Bern" and "Switzerland" instead of codes. */
export function rowName(
  grouping: TableGrouping,
  { key, text, country }: Pick<StatisticsTableRow, "key" | "text" | "country">,
  lang: Language,
): string {
  if (grouping === "creative" && key === nativeCreative) return t(lang, "row.native");
  if (grouping === "campaign" || grouping === "creative" || grouping === "day") return text;
  if (key === "") return t(lang, "row.unknown");
  switch (grouping) {
    case "weekday":
      return new Intl.DateTimeFormat(lang, { weekday: "long", timeZone: "UTC" }).format(
        mondayMs + (Number(key) - 1) * dayMs,
      );
    case "hour":
      return `${key.padStart(2, "0")}:00`;
    case "device":
      return t(lang, `row.${devices.find((device) => device === key) ?? "unknown"}`);
    case "country":
      return new Intl.DisplayNames(lang, { type: "region", fallback: "code" }).of(key) ?? key;
    case "region":
      return regionName(key, lang);
    case "city":
      return cityName(country, key, lang);
    default:
      // An app by its name, and by the bundle that identifies it.
      return text === key ? text : `${text} (${key})`;
  }
}
