import { z } from "zod";
import { languages } from "./language.ts";
import type { MessageKey } from "./messages.ts";
import { emailShape } from "./rules.ts";
import { isLine, textKinds } from "./text.ts";

/** A schema's custom message is a key of `messages.ts`: `z.string().refine(ok, say("url.invalid"))`. */
export const say = (key: MessageKey): { error: string } => ({ error: key });

/** An e-mail of the form x@y.z (RULE-013), with its own messages. */
export const emailSchema = z
  .string(say("email.required"))
  .trim()
  .min(1, say("email.required"))
  // Longer texts are not tested, because the pattern is superlinear on near matches.
  .max(254, { abort: true, ...say("email.invalid") })
  .regex(emailShape, say("email.invalid"))
  .toLowerCase();

/**
 * A password of at least 8 characters, and its confirmation; the messages are fixed (RULE-015, RULE-016, RULE-019,
 * RULE-020).
 */
export const passwordSchema = z
  .string(say("password.short"))
  .min(8, say("password.short"))
  .max(512)
  .register(textKinds, { kind: "opaque" });

/** A list of images of at most `limit` entries (RULE-CUS-003). */
export const listOfImages = <Item extends z.ZodType>(item: Item, limit: number) =>
  z.array(item).max(limit, say("images.too_many"));

/** An absolute http or https URL (RULE-CUS-002). */
export const urlSchema = z
  .string(say("url.invalid"))
  .trim()
  .max(2048, say("url.invalid"))
  .refine((value) => {
    const url = URL.canParse(value) ? new URL(value) : null;
    // The parser drops line breaks and tabs, so URLs with them are rejected.
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
export const languageSchema = z.enum(languages);
