import { type IncomingHttpHeaders, type OutgoingHttpHeaders, STATUS_CODES } from "node:http";
import { memoize } from "../kernel/memoize.ts";
import { type BufferWriter, writeBytes, writeLatin1, writeUtf8 } from "../openrtb/response/buffer-writer.ts";
import { type HttpResponse, ownedBody } from "../serving/http-message.ts";

/** The head of a request that the fast path accepts: a GET without a body, or a POST with a Content-Length. */
export type RequestHead = {
  method: "GET" | "POST";
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  bodyBytes: number;
};

/** The header lines and Content-Length; null if the fast path does not accept them. */
type HeaderFields = { headers: IncomingHttpHeaders; bodyBytes: number | undefined } | null;

const requestLine = /^(GET|POST) (\/[!-~]*) HTTP\/1\.1$/;
/** White space is trimmed separately: in the pattern it would backtrack in cubic time. */
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):([\t\x20-\x7e]*)$/;
const decimal = /^\d{1,7}$/;
/** Headers that change framing or the response are left to node:http. */
const unusual = ["transfer-encoding", "expect", "upgrade", "connection", "te", "trailer"];

function readFields(text: string): HeaderFields {
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const line of text.split("\r\n")) {
    const [, name, value] = headerLine.exec(line) ?? [];
    if (name === undefined || value === undefined) return null;
    const key = name.toLowerCase();
    if (key in headers) return null;
    headers[key] = value.trim();
  }
  if (headers.connection?.toLowerCase() === "keep-alive") delete headers.connection;
  if (headers.host === undefined || unusual.some((name) => name in headers)) return null;
  const length = headers["content-length"];
  if (length !== undefined && !decimal.test(length)) return null;
  return { headers: Object.freeze(headers), bodyBytes: length === undefined ? undefined : Number(length) };
}

const maxCachedHeads = 2_000;
const maxCacheableLength = 1_000;

/**
 * Reads request heads (without the empty line). Undefined for everything but a strict RFC 9112 GET without a body or
 * POST with one Content-Length on a persistent connection: node:http decides on the rest. Header blocks are cached
 * because clients repeat them, and whole heads of POSTs, whose URL repeats too.
 */
export function requestHeadReader(): (text: string) => RequestHead | undefined {
  const shortFields = memoize(readFields, maxCachedHeads);
  const readHead = (text: string): RequestHead | undefined => {
    const firstEnd = text.indexOf("\r\n");
    const [, method, target] = requestLine.exec(text.slice(0, Math.max(0, firstEnd))) ?? [];
    if (target === undefined) return undefined;
    const lines = text.slice(firstEnd + 2);
    const fields = (lines.length > maxCacheableLength ? readFields : shortFields)(lines);
    if (fields === null || (fields.bodyBytes === undefined) !== (method === "GET")) return undefined;
    const question = target.indexOf("?");
    return {
      method: method as "GET" | "POST",
      path: question < 0 ? target : target.slice(0, question),
      query: question < 0 ? "" : target.slice(question + 1),
      headers: fields.headers,
      bodyBytes: fields.bodyBytes ?? 0,
    };
  };
  const shortPost = memoize(readHead, maxCachedHeads);
  return (text) => (text.startsWith("POST") && text.length <= maxCacheableLength ? shortPost : readHead)(text);
}

/** The Date header, formatted once per second. */
function dateHeader(): (nowMs: number) => string {
  let second = Number.NaN;
  let line = "";
  return (nowMs) => {
    const current = Math.floor(nowMs / 1000);
    if (current !== second) {
      second = current;
      line = `date: ${new Date(nowMs).toUTCString()}\r\n`;
    }
    return line;
  };
}

/** Other characters could inject a header line. */
const safeValue = /^[\t\x20-\x7e\x80-\xff]*$/;

function linesOf(headers: OutgoingHttpHeaders): string {
  let lines = "";
  for (const name in headers) {
    const given = headers[name];
    for (const value of Array.isArray(given) ? given : [String(given)]) {
      if (!safeValue.test(value)) throw new TypeError(`The header ${name} has a character that no header may have`);
      lines += `${name}: ${value}\r\n`;
    }
  }
  return lines;
}

/** Longer bodies are not copied into the batch. */
export const maxBatchedBodyBytes = 32 * 1024;

/**
 * Writes HTTP responses for a persistent connection. A long body is returned instead, in memory that is not reused.
 * Throws a TypeError for an unsafe header before anything is written.
 */
export function responseWriter(): (writer: BufferWriter, answer: HttpResponse, nowMs: number) => Buffer | undefined {
  const dateOf = dateHeader();
  let lastHeaders: OutgoingHttpHeaders | undefined;
  let lastLines = "";
  return (writer, answer, nowMs) => {
    const { status, headers, body } = answer;
    // Most responses share their headers object with the one before.
    if (headers !== lastHeaders) {
      lastLines = linesOf(headers);
      lastHeaders = headers;
    }
    const first = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${dateOf(nowMs)}${lastLines}`;
    if (status === 204 || status === 304) {
      writeLatin1(writer, `${first}\r\n`);
      return undefined;
    }
    const bytes = typeof body === "string" ? Buffer.byteLength(body) : body.length;
    writeLatin1(writer, `${first}content-length: ${bytes}\r\n\r\n`);
    if (bytes > maxBatchedBodyBytes) {
      const owned = ownedBody(answer);
      return typeof owned === "string" ? Buffer.from(owned) : owned;
    }
    if (typeof body === "string") writeUtf8(writer, body);
    else writeBytes(writer, body);
    return undefined;
  };
}
