import { z } from "zod";
import type { MessageKey } from "./messages.ts";

/** How a text in a request is handled: typed on one line, typed on several lines, or passed between programs. */
type TextKind = "line" | "multiline" | "opaque";
/** Every text in requests is one of these, or has its own format. */
export const textKinds = z.registry<{ kind: TextKind }>();

type Length = { min?: number; max: number };
const refusal = (key: MessageKey): { error: string } => ({ error: key });

// Control characters and separators of lines and paragraphs: fonts cannot render them, and XML forbids most of them.
const control = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const controlButLineFeed = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Whether a text fits on one line: no control characters, line breaks or lone surrogates. */
export const isLine = (text: string): boolean => text.isWellFormed() && !control.test(text);
const isMultiline = (text: string): boolean => text.isWellFormed() && !controlButLineFeed.test(text);

/** A text from another system as one line of at most `max` characters: what cannot be on a line becomes a space. */
export const toLine = (text: string, max: number): string =>
  text
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, max)
    .trim()
    .toWellFormed();

/** One typed line: composed (NFC), trimmed, `min` (1) to `max` characters, no control characters. */
export const line = ({ min = 1, max }: Length) =>
  z
    .string()
    .normalize("NFC")
    .trim()
    .min(min)
    .max(max)
    .refine(isLine, refusal("text.line"))
    .register(textKinds, { kind: "line" });

/** The same on several lines, whose breaks become `\n`. */
export const multiline = ({ min = 1, max }: Length) =>
  z
    .string()
    .normalize("NFC")
    .overwrite((text) => text.replaceAll(/\r\n?/g, "\n"))
    .trim()
    .min(min)
    .max(max)
    .refine(isMultiline, refusal("text.multiline"))
    .register(textKinds, { kind: "multiline" });

/** Passed on unchanged: tokens, ids of other systems, markup, and passwords. */
export const opaque = ({ min = 1, max }: Length) =>
  z.string().min(min).max(max).register(textKinds, { kind: "opaque" });
