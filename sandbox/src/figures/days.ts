import { createHash } from "node:crypto";
import { type SeededRandom, seededRandom } from "../seeded-random.ts";

const dayMs = 86_400_000;
/** No figures are older than this. */
const maxAgeDays = 750;

/** Deterministic random numbers by name. */
export function chanceOf(...names: string[]): SeededRandom {
  const hash = createHash("sha256").update(names.join("|")).digest();
  return seededRandom(hash.readUInt32BE(0), hash.readUInt32BE(4));
}

export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** The days of a period that have figures: up to today, within the available range. */
export function daysBetween(from: string, to: string, now: Date): string[] {
  const today = now.toISOString().slice(0, 10);
  const oldest = new Date(now.getTime() - maxAgeDays * dayMs).toISOString().slice(0, 10);
  const days: string[] = [];
  const last = to < today ? to : today;
  let day = from > oldest ? from : oldest;
  while (day <= last) {
    days.push(day);
    day = new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
  }
  return days;
}

/** Monday first. */
const weekdayShares = [1.04, 1.08, 1.1, 1.06, 1, 0.78, 0.86];

export const weekdayOf = (day: string): number => (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7;

/** The traffic of a day: by weekday, a slow wave over the year, and some randomness; today is half over. */
export function busynessOf(day: string, now: Date, ...names: string[]): number {
  const at = Date.parse(day);
  const wave = 1 + 0.18 * Math.sin((at / dayMs / 365) * 2 * Math.PI);
  const luck = 1 + 0.12 * chanceOf(day, ...names).normal();
  const past = day === now.toISOString().slice(0, 10) ? (now.getTime() - at) / dayMs : 1;
  return Math.max(0.1, (weekdayShares[weekdayOf(day)] ?? 1) * wave * luck) * past;
}
