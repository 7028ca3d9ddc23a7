import type { z } from "zod";
import type { Language } from "./language.ts";
import { fieldLabel } from "./messages/field-labels.ts";
import { isMessageKey, message } from "./messages.ts";

type Issue = z.core.$ZodIssue;

/** A field error by path (`targeting.locations.0.city`), in a language. */
export type FieldErrors = Record<string, string[]>;

/**
 * Converts the issues of a failed parse into messages by field, in the reader's language. A message names its field
 * by the label in `labels`, else by the contract's label.
 */
export function fieldErrors(error: z.ZodError, language: Language, labels: Record<string, string> = {}): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of error.issues) {
    for (const [path, text] of textsOf(issue, language, labels)) {
      errors[path] ??= [];
      errors[path].push(text);
    }
  }
  return errors;
}

function textsOf(issue: Issue, language: Language, labels: Record<string, string>): [string, string][] {
  const path = issue.path.map(String).join(".");
  if (issue.code === "invalid_union") {
    const inside = issueOfUnion(issue.errors);
    if (inside)
      return inside.flatMap((each) => textsOf({ ...each, path: [...issue.path, ...each.path] }, language, labels));
  }
  const field = labels[path] ?? fieldLabel(path, language);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => [
      path ? `${path}.${key}` : key,
      message("rule.unknown_field", language, { field: key }),
    ]);
  }
  if (isMessageKey(issue.message)) return [[path, message(issue.message, language, { field })]];
  return [[path, standardText(issue, field, language)]];
}

/** What does not fit in the form of a union that the value has: the one in which something inside it fails. */
const issueOfUnion = (forms: Issue[][]): Issue[] | undefined =>
  forms.find((issues) => issues.some(({ path }) => path.length > 0)) ??
  forms.find((issues) => issues.every(({ code }) => code !== "invalid_type"));

function standardText(issue: Issue, field: string, language: Language): string {
  const values = issue as unknown as Record<string, unknown>;
  const input = values.input;
  if (issue.code === "invalid_type" && (input === undefined || input === null || input === "")) {
    return message("rule.required", language, { field });
  }
  if (issue.code === "too_small") {
    const minimum = Number(issue.minimum);
    if (issue.origin === "string" && minimum === 1) return message("rule.required", language, { field });
    if (issue.origin === "string") return message("rule.min", language, { field, length: minimum });
    if (issue.origin === "array" && minimum === 1) return message("rule.required", language, { field });
    return message("rule.min_value", language, { field, min: minimum });
  }
  if (issue.code === "too_big") {
    const key = issue.origin === "string" ? "rule.max" : "rule.max_value";
    return message(key, language, { field, length: Number(issue.maximum), max: Number(issue.maximum) });
  }
  if (issue.code === "invalid_format" && issue.format === "email") return message("rule.email", language, { field });
  if (issue.code === "invalid_format" && issue.format === "url") return message("url.invalid", language);
  if (issue.code === "invalid_value") return message("rule.oneOf", language, { field });
  if (issue.code === "invalid_type" && values.expected === "int") return message("rule.integer", language, { field });
  if (issue.code === "invalid_type" && values.expected === "number") return message("rule.double", language, { field });
  return message("rule.regex", language, { field });
}
