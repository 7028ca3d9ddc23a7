import { type Loose, list, number, record, text, texts } from "../../kernel/coerce.ts";
import { rememberedOf } from "../../kernel/memoize.ts";

export type Demography = { age: string; gender: string; parental: string; income: string; segments: string[] };

/** What is known of a visitor about whom nothing is known. */
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

const knownOf = rememberedOf((_user: Loose) => ({ year: 0, demography: unknownDemography }));

/** As `readDemography`, remembered: who looks at a page looks at more of them. */
export function demographyOf(user: Loose, year: number): Demography {
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
function readDemography(user: Loose, year: number): Demography {
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
