/** Maximum depth of logged causes. */
const maxCauses = 5;

/**
 * An error in the log. Query errors contain the values of the query in their message, stack and properties: hashes,
 * addresses, encrypted secrets. So the text is cut before them, and of the properties only the code is logged.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const code = "code" in error ? error.code : undefined;
  return {
    type: error.name,
    message: withoutValues(error.message),
    ...(error.stack === undefined ? {} : { stack: withoutValues(error.stack) }),
    ...(typeof code === "string" || typeof code === "number" ? { code } : {}),
    ...(error.cause instanceof Error && depth < maxCauses ? { cause: describeError(error.cause, depth + 1) } : {}),
  };
}

/** The same as an error, for what stores or prints errors itself. */
export function errorWithoutValues(error: unknown, depth = 0): Error {
  if (!(error instanceof Error)) return new Error(withoutValues(String(error)));
  const cause = error.cause instanceof Error && depth < maxCauses ? errorWithoutValues(error.cause, depth + 1) : null;
  const copy = new Error(withoutValues(error.message), cause === null ? undefined : { cause });
  copy.name = error.name;
  if (error.stack !== undefined) copy.stack = withoutValues(error.stack);
  return copy;
}

/** PostgreSQL quotes the value that does not fit a type. */
const quotedValue = /\b(invalid input (?:syntax for type|value for enum) [\w ]{1,60}: ")[^"]*/g;

/**
 * A text without the values of a failed query. A stack repeats the message with the values; the calls follow them.
 */
export function withoutValues(whole: string): string {
  const text = whole.replace(quotedValue, "$1[redacted]");
  const start = text.search(/\bparams: /);
  if (start < 0) return text;
  const calls = text.indexOf("\n    at ", start);
  return `${text.slice(0, start)}params: [redacted]${calls < 0 ? "" : text.slice(calls)}`;
}
