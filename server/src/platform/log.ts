import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

/** Keys whose values never reach a log line, at the top and one or two levels down. */
const secretKeys = [
  "password",
  "password_confirmation",
  "token",
  "fb_token",
  "refresh_token",
  "access_token",
  "id_token",
  "secret",
  "authorization",
  "cookie",
  "set-cookie",
  "x-xsrf-token",
];

const redactPaths = secretKeys.flatMap((key) => {
  const name = `["${key}"]`;
  return [name, `*${name}`, `*.*${name}`];
});

/** Parameters of addresses that open something: links in mails, the way back from a provider, tokens of a sign-in. */
const secretParameters = /([?&](?:\w*token|oobcode|signature|code|state|password)=)[^&#]*/gi;

/** The secret part of a shared report's address. */
const sharedReport = /^(\/reports\/)[\w-]{20,}/;

/** A request as a log line tells it: no headers, and no secret of its address. */
const describeRequest = (request: { method?: string; url?: string; host?: string; ip?: string }) => ({
  method: request.method,
  url: request.url?.replace(secretParameters, "$1[redacted]").replace(sharedReport, "$1[redacted]"),
  host: request.host,
  remoteAddress: request.ip,
});

export type LogLevel = "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";

/**
 * A structured JSON log. `process` names who writes; secrets are redacted by key.
 * `destination` is standard output unless told.
 */
export function createLog(options: { level: LogLevel; process: string }, destination?: DestinationStream): Log {
  const settings = {
    level: options.level,
    base: { process: options.process },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { req: describeRequest },
    redact: { paths: redactPaths, censor: "[redacted]" },
  };
  return destination ? pino(settings, destination) : pino(settings);
}
