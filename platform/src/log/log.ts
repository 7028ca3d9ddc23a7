import { type DestinationStream, type Logger, pino } from "pino";
import { withoutSecrets, withoutSecretUrls } from "./redaction.ts";

export type Log = Logger;

/** A request in the log: no headers, no body, and no query parameters. */
const describeRequest = (request: { method?: string; url?: string; host?: string; ip?: string }) => ({
  method: request.method,
  url: request.url?.split("?", 1)[0],
  host: request.host,
  remoteAddress: request.ip,
});

/** Maximum depth of logged causes. */
const maxCauses = 5;

/**
 * An error in the log. Query errors contain the values of the query in their message, stack and properties: hashes,
 * addresses, encrypted secrets. So the text is cut before them, and of the properties only the code is logged.
 */
function describeError(error: unknown, depth = 0): unknown {
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

/** A stack repeats the message with the values; the calls follow them. */
function withoutValues(text: string): string {
  const start = text.search(/\bparams: /);
  if (start < 0) return text;
  const calls = text.indexOf("\n    at ", start);
  return `${text.slice(0, start)}params: [redacted]${calls < 0 ? "" : text.slice(calls)}`;
}

export type LogLevel = "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";

/** Lines that wait for a full disk; further ones are lost. */
const maxWaitingBytes = 1024 * 1024;

function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: maxWaitingBytes });
  // Logging must not end a process because its output is on a full disk.
  output.on("error", () => {});
  return output;
}

/**
 * A structured JSON log. `process` names the writer. Secrets are redacted by the name of their field, and in URLs.
 * `destination` defaults to standard output.
 */
export function createLog(options: { level: LogLevel; process: string }, destination?: DestinationStream): Log {
  const settings = {
    level: options.level,
    base: { process: options.process },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { req: describeRequest, err: (error: unknown) => describeError(error) },
    formatters: { log: withoutSecrets },
    hooks: { streamWrite: withoutSecretUrls },
  };
  return pino(settings, destination ?? standardOutput());
}
