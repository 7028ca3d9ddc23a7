import { z } from "zod";
import { fieldLabel, isMessageKey, type Language, message } from "./messages.ts";
import { emailShape } from "./rules.ts";
import { isLine, textKinds } from "./text.ts";

type Issue = z.core.$ZodIssue;

/** A field error by path (`targeting.locations.0.city`), in a language. */
export type FieldErrors = Record<string, string[]>;

/** A schema's own message is a key of `messages.ts`: `z.string().refine(ok, say("url.invalid"))`. */
export const say = (key: Parameters<typeof message>[0]): { error: string } => ({ error: key });

/**
 * Turns the issues of a failed parse into messages at their fields, in the reader's language. A message names its field by
 * the label of `labels`, which a form has for its own fields, else by the contract's label.
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

/** An e-mail of the simple x@y.z shape (RULE-013), with its own texts. */
export const emailSchema = z
  .string(say("email.required"))
  .trim()
  .min(1, say("email.required"))
  // Nothing longer is tested: the shape takes more than linear time on a text that nearly fits.
  .max(254, { abort: true, ...say("email.invalid") })
  .regex(emailShape, say("email.invalid"))
  .toLowerCase();

/** A password of at least 8 characters, and the same repeated; the message is fixed (RULE-015, RULE-016, RULE-019, RULE-020). */
export const passwordSchema = z
  .string(say("password.short"))
  .min(8, say("password.short"))
  .max(512)
  .register(textKinds, { kind: "opaque" });

/** A list of images of at most `limit` entries (RULE-CUS-003). */
export const listOfImages = <Item extends z.ZodType>(item: Item, limit: number) =>
  z.array(item).max(limit, say("images.too_many"));

/** An absolute http or https address (RULE-CUS-002). */
export const urlSchema = z
  .string(say("url.invalid"))
  .trim()
  .max(2048, say("url.invalid"))
  .refine((value) => {
    const url = URL.canParse(value) ? new URL(value) : null;
    // The parser drops line breaks and tabs; an address with them is refused.
    const isWeb = url?.protocol === "http:" || url?.protocol === "https:";
    return isWeb && url.hostname.includes(".") && isLine(value);
  }, say("url.invalid"))
  .register(textKinds, { kind: "line" });

export const colorSchema = z.string().regex(/^#[0-9a-fA-F]{6}$/, say("color.invalid"));
/** A day as YYYY-MM-DD. */
export const daySchema = z.iso.date();
/** An instant as ISO 8601 UTC. */
export const instantSchema = z.iso.datetime();
export const uidSchema = z.string().regex(/^[A-Za-z0-9_-]{6,128}$/);
export const uuidSchema = z.uuid();
/** A numeric id in a path; only digits match (API-CAMP-026). */
export const idSchema = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
export const languageSchema = z.enum(["en", "de"]);
