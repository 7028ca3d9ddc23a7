/**
 * Parsers for third-party JSON: exchanges send numbers as strings, lists as single values, and nulls anywhere. They
 * never throw.
 */

export type JsonRecord = Record<string, unknown>;

const nothing: JsonRecord = Object.freeze({});

export const record = (value: unknown): JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonRecord) : nothing;

export const present = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** At most `max` entries; a single value counts as a list of one. */
export function list(value: unknown, max = 200): unknown[] {
  if (Array.isArray(value)) return value.length > max ? value.slice(0, max) : value;
  return value === undefined || value === null ? [] : [value];
}

export function text(value: unknown, max = 256): string {
  if (typeof value === "string") return value.length > max ? value.slice(0, max) : value;
  return typeof value === "number" && Number.isFinite(value) ? String(value) : "";
}

/** An identifier that is echoed: "" where it is longer than `max`, never truncated. */
export function identifier(value: unknown, max = 256): string {
  const whole = text(value, max + 1);
  return whole.length > max ? "" : whole;
}

export function number(value: unknown): number | undefined {
  const read = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof read === "number" && Number.isFinite(read) ? read : undefined;
}

export function texts(value: unknown, max = 200): string[] {
  const found: string[] = [];
  for (const entry of list(value, max)) {
    const read = text(entry);
    if (read !== "") found.push(read);
  }
  return found;
}

export function numbers(value: unknown, max = 200): number[] {
  const found: number[] = [];
  for (const entry of list(value, max)) {
    const read = number(entry);
    if (read !== undefined) found.push(read);
  }
  return found;
}

export const flag = (value: unknown): boolean => value === 1 || value === true || value === "1";
