import { type Language, localeOf } from "@litfass/contract/kernel/language";
import { trimEnd } from "@litfass/contract/kernel/trim";
import { amount, amountIn, date, dateIn, monthNumber } from "./derive.ts";

/**
 * The price and the day that a template shows large are part of the title. These functions read them there and write
 * them there, so that a form can have a field for each.
 */

/** The price or discount in a title as written, without words such as "from"; empty without one. */
export function priceIn(title: string): string {
  const found = amount(title);
  if (!found) return "";
  return found.percent ? `${found.number}%` : `${found.unit} ${found.number}`;
}

/**
 * A typed price as an amount that templates find: "6.90" is "CHF 6.90" with the given currency; "20 %", "9 €" and "from
 * CHF 5" stay. Null for other text.
 */
export function priceText(typed: string, currency: string): string | null {
  const text = typed.trim();
  if (/^\d[\d’'.,]*$/.test(text)) return `${currency} ${trimEnd(text, ".,’'")}`;
  return amountIn(text) === text ? text : null;
}

/** The title with another price, with a first one at its end, or without one. */
export const withPrice = (title: string, price: string): string => replaced(title, amountIn(title), price);

/** The day in a text as YYYY-MM-DD, the next one from `today`; null without one. */
export function dayIn(text: string, lang: Language, today: string): string | null {
  const found = date(text, lang);
  if (!found) return null;
  const monthDay = `${String(monthNumber(found.month, lang)).padStart(2, "0")}-${found.day.padStart(2, "0")}`;
  const year = Number(today.slice(0, 4));
  const next = `${year}-${monthDay}`;
  return next >= today ? next : `${year + 1}-${monthDay}`;
}

/** The text with another day, with a first one at its end, or without one. */
export function withDay(text: string, lang: Language, day: string | null): string {
  return replaced(text, dateIn(text, lang), day === null ? "" : dayText(day, lang));
}

/** "12. September", "12 September", "1er août": as templates find it. */
function dayText(day: string, lang: Language): string {
  const at = new Date(`${day}T12:00:00Z`);
  return new Intl.DateTimeFormat(localeOf(lang), { day: "numeric", month: "long", timeZone: "UTC" }).format(at);
}

function replaced(text: string, old: string | null, next: string): string {
  const changed = old === null ? `${text} ${next}` : text.replace(old, () => next);
  return changed.replace(/\s+/g, " ").trim();
}
