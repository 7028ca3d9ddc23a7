import { describeError } from "./describe-error.ts";

const redacted = "[redacted]";

/** Parts of names whose values grant access: `new_password`, `clientSecret`, `stripe-signature`, `x-api-key`. */
const secretName =
  /pass(?:word|wd|phrase)|secret|token|authorization|cookie|api[-_]?key|private[-_]?key|signature|credential|recovery[-_]?code/i;

/** Nested further, a value is left out as a whole. */
const maxDepth = 8;

/**
 * A copy of logged fields without the values of secret names, at any depth of objects and arrays. Errors are described
 * wherever they are; other instances of classes, such as requests, pass to their serializers.
 */
export function withoutSecrets<Fields extends object>(fields: Fields): Fields {
  return copyOf(fields, 0) as Fields;
}

function copyOf(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return depth > maxDepth ? redacted : value.map((item) => copyOf(item, depth + 1));
  if (value instanceof Error) return describeError(value);
  if (!isPlain(value)) return value;
  if (depth > maxDepth) return redacted;
  const copies = Object.entries(value).map(([name, item]) => [
    name,
    secretName.test(name) && item !== null && typeof item !== "boolean" ? redacted : copyOf(item, depth + 1),
  ]);
  return Object.fromEntries(copies);
}

function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The query of a URL holds tokens of mailed links, codes of providers and addresses; user information a password. */
const urlQuery = /(:\/\/[^\s"?\\]{1,2000}\?)[^\s"\\]+/g;
const userInformation = /(:\/\/)[^\s"/@?#\\]{1,500}@/g;
/** The same in a relative URL, by the name of the parameter. */
const secretParameter =
  /([?&](?:\w{0,40}(?:token|secret|password|signature|key)|oobcode|code|state|email)=)[^&#\s"\\]+/gi;
/** The secret part of a shared report's URL. */
const sharedReport = /(\/reports\/)[\w-]{20,}/g;

/** Credentials of an `Authorization` header (RFC 9110, 11.6.2). */
const authorization = /\b(Bearer|Basic) [\w.~+/-]{8,}=*/g;

/** A line of the log without credentials, and without secrets of the URLs in it. Quotes and escapes end a URL, so the line stays valid JSON. */
export const withoutSecretText = (line: string): string =>
  line
    .replace(urlQuery, `$1${redacted}`)
    .replace(userInformation, `$1${redacted}@`)
    .replace(secretParameter, `$1${redacted}`)
    .replace(sharedReport, `$1${redacted}`)
    .replace(authorization, `$1 ${redacted}`);
