import { formatNumber, intlLocale } from "../../i18n/format.ts";

const units = [
  [86_400_000, "day"],
  [3_600_000, "hour"],
  [60_000, "minute"],
] as const;

/** A duration in its largest whole unit, from two of it: "3 minutes", "90 seconds"; below ten seconds with a tenth. */
export function formatDuration(ms: number): string {
  const found = units.find(([size]) => ms >= 2 * size);
  if (found) return withUnit(Math.floor(ms / found[0]), found[1]);
  return withUnit(ms < 10_000 ? Math.round(ms / 100) / 10 : Math.round(ms / 1000), "second");
}

/** The number with a decimal point in every language (CONST-038), before the unit in the language of the screen. */
function withUnit(value: number, unit: string): string {
  const format = new Intl.NumberFormat(intlLocale(), { style: "unit", unit, unitDisplay: "short" });
  const words = format.formatToParts(value).filter(({ type }) => type === "literal" || type === "unit");
  return formatNumber(value, Number.isInteger(value) ? 0 : 1) + words.map((part) => part.value).join("");
}
