import { trimEnd } from "@litfass/contract/kernel/trim";
import { z } from "zod";

const portNumber = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((value) => value <= 65_535);
const portRange = { must: "must be a whole number from 0 to 65535" };

export const port = (fallback: number) => portNumber.default(fallback).meta(portRange);

export const optionalPort = () => portNumber.optional().meta(portRange);

export const url = (protocols: string[], must: string) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol))
    .optional()
    .meta({ must });

export const httpUrl = () =>
  url(["http:", "https:"], "must be an http or https address")
    .transform((value) => value && trimEnd(value, "/"))
    .meta({ must: "must be an http or https address" });

/** The identity provider's client library uses only the origin of a URL. */
export const origin = () =>
  httpUrl()
    .refine((value) => value === undefined || new URL(value).origin === value)
    .meta({ must: "must be an http or https address without a path" });

/** A variable that may be missing, but not empty. */
export const text = () => z.string().min(1).max(4096).optional().meta({ must: "must not be empty" });

export const secret = () =>
  z.string().min(32).optional().meta({ must: "must have at least 32 characters", hidden: true });

export const fallbackSecrets = () =>
  list()
    .refine((keys) => keys.every((key) => key.length >= 32))
    .meta({ must: "must be keys of at least 32 characters each, with a comma between", hidden: true });

export const list = () =>
  z
    .string()
    .default("")
    .transform((value) =>
      value
        .split(",")
        .map((part) => part.trim())
        .filter(Boolean),
    );

/** Comma-separated `name=value` as an object. */
export const pairs = (pattern: RegExp, read = (value: string): string => value) =>
  list()
    .refine((each) => each.every((pair) => pattern.test(pair)))
    .transform((each) =>
      Object.fromEntries(
        each.map((pair) => {
          const end = pair.indexOf("=");
          return [pair.slice(0, end), read(pair.slice(end + 1))];
        }),
      ),
    );
