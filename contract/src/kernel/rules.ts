import type { Language } from "./language.ts";
import { message } from "./messages.ts";

/** The input of file rules: a browser's `File`, with an image's dimensions if known. */
export type FileFacts = { name: string; type: string; size: number; width?: number; height?: number };

const text = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
const isNumber = (value: unknown): boolean => text(value).trim() !== "" && Number.isFinite(Number(value));
const isEmpty = (value: unknown): boolean =>
  text(value).trim() === "" || value === false || (Array.isArray(value) && value.length === 0);
/** Lengths count user-perceived characters, not UTF-16 units. */
const lengthOf = (value: unknown): number => [...text(value)].length;
const extensionOf = (file: FileFacts): string => /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? "";
/**
 * One address of the form x@y.z (RULE-013), without characters that mail headers could parse as more than one
 * address: brackets, quotes, separators, spaces and control characters.
 */
export const emailShape = /^[^\s@,;:<>()[\]"\\\p{C}]+@[^\s@,.;:<>()[\]"\\\p{C}]+(?:\.[^\s@,.;:<>()[\]"\\\p{C}]+)+$/u;
const imageTypes = ["jpg", "svg", "jpeg", "png", "bmp", "gif", "webp"];

/** The generic rules (RULE-GEN-001 to RULE-GEN-028): true if the value passes. */
export const rules = {
  alpha: (value: unknown) => /^\p{L}*$/u.test(text(value)),
  alpha_num: (value: unknown) => /^[\p{L}\p{Nd}]*$/u.test(text(value)),
  alpha_dash: (value: unknown) => /^[\p{L}\p{Nd}_-]*$/u.test(text(value)),
  alpha_spaces: (value: unknown) => /^[\p{L} ]*$/u.test(text(value)),
  between: (value: unknown, min: number, max: number) =>
    isNumber(value) && Number(value) >= min && Number(value) <= max,
  confirmed: (value: unknown, other: unknown) => value === other,
  digits: (value: unknown, length: number) => /^\d+$/.test(text(value)) && text(value).length === length,
  dimensions: (file: FileFacts, width: number, height: number) => file.width === width && file.height === height,
  /** One address, or with `multiple` several separated by commas. */
  email: (value: unknown, multiple = false) =>
    (multiple ? text(value).split(",") : [text(value)]).every((each) => emailShape.test(multiple ? each.trim() : each)),
  excluded: (value: unknown, list: readonly unknown[]) => !list.includes(value),
  ext: (file: FileFacts, extensions: readonly string[]) => extensions.includes(extensionOf(file)),
  image: (file: FileFacts) => imageTypes.includes(extensionOf(file)),
  integer: (value: unknown) => /^-?\d+$/.test(text(value)),
  length: (value: unknown, length: number) => lengthOf(value) === length,
  max: (value: unknown, length: number) => lengthOf(value) <= length,
  max_value: (value: unknown, max: number) => isNumber(value) && Number(value) <= max,
  min: (value: unknown, length: number) => lengthOf(value) >= length,
  min_value: (value: unknown, min: number) => isNumber(value) && Number(value) >= min,
  numeric: (value: unknown) => /^\d+$/.test(text(value)),
  oneOf: (value: unknown, list: readonly unknown[]) => list.includes(value),
  regex: (value: unknown, pattern: RegExp) => pattern.test(text(value)),
  required: (value: unknown) => !isEmpty(value),
  /** Required only while another field has one of the given values. */
  required_if: (value: unknown, other: unknown, values: readonly unknown[]) =>
    !values.includes(other) || !isEmpty(value),
  /** Maximum size in KB (1024 bytes each). */
  size: (file: FileFacts, kilobytes: number) => file.size < kilobytes * 1024,
  double: (value: unknown) => /^-?\d+(?:[.,]\d+)?$/.test(text(value)),
  is: (value: unknown, expected: unknown) => value === expected,
  is_not: (value: unknown, unwanted: unknown) => value !== unwanted,
  /** Types as `image/png` or `image/*`. */
  mimes: (file: FileFacts, types: readonly string[]) =>
    types.some((type) => (type.endsWith("/*") ? file.type.startsWith(type.slice(0, -1)) : file.type === type)),
};
export type RuleName = keyof typeof rules;
export const ruleNames = Object.keys(rules) as RuleName[];

/** The message of a broken rule in a language: `field` is the field's name, the others are the rule's placeholders. */
export const ruleMessage = (rule: RuleName, language: Language, values: Record<string, string | number>): string =>
  message(`rule.${rule}`, language, values);
