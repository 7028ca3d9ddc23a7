import { type JsonRecord, list, number, record, text, texts } from "../../kernel/coerce.ts";
import { memoizeByRef } from "../../kernel/memoize.ts";

export type Demography = { age: string; gender: string; parental: string; income: string; segments: string[] };

/** The demography of an unknown visitor. */
export const unknownDemography: Demography = {
  age: "unknown",
  gender: "",
  parental: "unknown",
  income: "unknown",
  segments: [],
};

const ageBands: [from: number, band: string][] = [
  [65, "65+"],
  [55, "55-64"],
  [45, "45-54"],
  [35, "35-44"],
  [25, "25-34"],
  [18, "18-24"],
];

const knownOf = memoizeByRef((_user: JsonRecord) => ({ year: 0, demography: unknownDemography }));

/** `readDemography`, cached with the user object, which recurs on the next page. */
export function demographyOf(user: JsonRecord, year: number): Demography {
  const known = knownOf(user);
  if (known.year !== year) {
    known.demography = readDemography(user, year);
    known.year = year;
  }
  return known.demography;
}

/**
 * Age band, gender and segments from OpenRTB's `user`. Parental status and income come as segments, either named
 * ("parental_status" with a value) or in one id ("household_income:top_10").
 */
function readDemography(user: JsonRecord, year: number): Demography {
  const found: Demography = { ...unknownDemography, segments: [] };
  const born = number(user.yob);
  if (born !== undefined && born > 1900 && born <= year) {
    found.age = ageBands.find(([from]) => year - born >= from)?.[1] ?? "unknown";
  }
  const gender = text(user.gender).toUpperCase();
  found.gender = gender === "M" ? "male" : gender === "F" ? "female" : "";
  for (const entry of list(user.data, 20)) {
    for (const part of list(record(entry).segment, 100)) {
      const segment = record(part);
      const id = text(segment.id);
      if (id !== "") found.segments.push(id);
      const [name = "", value = ""] = id.includes(":") ? id.split(":") : [text(segment.name), text(segment.value)];
      if (name === "parental_status") found.parental = value;
      if (name === "household_income") found.income = value;
      if (name === "age_range") found.age = value;
    }
  }
  found.segments.push(...texts(user.kwarray));
  return found;
}
