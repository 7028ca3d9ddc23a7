import type { Language } from "./publishers.ts";

export type ConsentState = "all" | "none" | "some";

const vendors = 1200;
const purposes: Record<ConsentState, number[]> = {
  all: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  some: [1, 2, 7],
  none: [],
};

/** 100 ms steps since 1970, the unit of the string; all visitors chose on the same day. */
const chosenAt = Date.UTC(2026, 4, 4) / 100;

/** Bits in base64url. */
function encoded(fields: [value: number, width: number][]): string {
  const bits = fields.map(([value, width]) => value.toString(2).padStart(width, "0")).join("");
  const bytes = bits.match(/.{1,8}/g)!.map((part) => Number.parseInt(part.padEnd(8, "0"), 2));
  return Buffer.from(bytes).toString("base64url");
}

const letter = (text: string, at: number): number => text.toUpperCase().charCodeAt(at) - 65;
const flags = (wanted: number[], width: number): [number, number][] =>
  Array.from({ length: width }, (_, at) => [wanted.includes(at + 1) ? 1 : 0, 1]);

const known = new Map<string, string>();

/** A core string of the IAB's Transparency and Consent Framework 2.2: purposes, and one range of all vendors. */
export function consentString(state: ConsentState, language: Language, country: string): string {
  const key = `${state} ${language} ${country}`;
  let text = known.get(key);
  if (text === undefined) {
    text = coreString(state, language, country);
    known.set(key, text);
  }
  return text;
}

function coreString(state: ConsentState, language: Language, country: string): string {
  const agreed = purposes[state];
  const noVendors: [number, number][] = [
    [0, 16],
    [0, 1],
  ];
  const allVendors: [number, number][] = [
    [vendors, 16],
    [1, 1],
    [1, 12],
    [1, 1],
    [1, 16],
    [vendors, 16],
  ];
  return encoded([
    [2, 6],
    [chosenAt, 36],
    [chosenAt, 36],
    [300, 12],
    [2, 12],
    [1, 6],
    [letter(language, 0), 6],
    [letter(language, 1), 6],
    [120, 12],
    [5, 6],
    [1, 1],
    [0, 1],
    [0, 12],
    ...flags(agreed, 24),
    ...flags(
      agreed.filter((purpose) => purpose > 6),
      24,
    ),
    [0, 1],
    [letter(country, 0), 6],
    [letter(country, 1), 6],
    ...(state === "none" ? noVendors : allVendors),
    ...noVendors,
    [0, 12],
  ]);
}
