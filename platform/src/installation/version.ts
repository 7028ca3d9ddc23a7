import { readFileSync } from "node:fs";
import path from "node:path";

function readVersion(): string {
  const file = path.resolve(import.meta.dirname, "../../../package.json");
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

/** The product's version, from the root package. Pure, so that a bundle without it does not read the file. */
export const version: string = /* @__PURE__ */ readVersion();

/** Whether version `one` is later than `other`; both like `1.4.0`. What follows a hyphen does not count. */
export function isLaterVersion(one: string, other: string): boolean {
  const [a, b] = [numbersOf(one), numbersOf(other)];
  const place = a.findIndex((number, index) => number !== b[index]);
  return place >= 0 && (a[place] ?? 0) > (b[place] ?? 0);
}

const numbersOf = (text: string): number[] => {
  const parts = (text.split("-")[0] ?? "").split(".").map(Number);
  return [0, 1, 2].map((place) => parts[place] || 0);
};
