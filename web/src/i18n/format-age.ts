import { intlLocale } from "./format.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long ago an instant was, in its largest whole unit: "3 days ago". */
export function formatAge(at: string, now: number): string {
  const ms = Math.max(0, now - Date.parse(at));
  const format = new Intl.RelativeTimeFormat(intlLocale(), { numeric: "always" });
  if (ms >= dayMs) return format.format(-Math.floor(ms / dayMs), "day");
  if (ms >= hourMs) return format.format(-Math.floor(ms / hourMs), "hour");
  return format.format(-Math.floor(ms / minuteMs), "minute");
}
