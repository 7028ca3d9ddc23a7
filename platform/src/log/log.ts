import { type DestinationStream, type LogFn, type Logger, pino } from "pino";
import { describeError, withoutValues } from "./describe-error.ts";
import { withoutSecrets, withoutSecretText } from "./redaction.ts";

export type Log = Logger;

/** A request in the log: no headers, no body, and no query parameters. */
const describeRequest = (request: { method?: string; url?: string; host?: string; ip?: string }) => ({
  method: request.method,
  url: request.url?.split("?", 1)[0],
  host: request.host,
  remoteAddress: request.ip,
});

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
    hooks: {
      logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn) {
        const [first] = args as unknown[];
        const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err;
        // Without a message the library takes the error's own, as it is.
        const given = args.length === 1 && error instanceof Error ? [first, error.message] : args;
        const redacted = given.map((each: unknown) => (typeof each === "string" ? withoutValues(each) : each));
        method.apply(this, redacted as Parameters<LogFn>);
      },
      streamWrite: withoutSecretText,
    },
  };
  return pino(settings, destination ?? standardOutput());
}
