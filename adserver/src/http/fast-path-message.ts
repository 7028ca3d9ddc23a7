import { type IncomingHttpHeaders, type OutgoingHttpHeaders, STATUS_CODES } from "node:http";
import { remembered } from "../kernel/memoize.ts";
import { type ByteSheet, putBytes, putLatin1, putText } from "../openrtb/response/buffer-writer.ts";
import { ownedBody, type WireAnswer } from "../serving/http-message.ts";

/** The head of a request of the plainest kind: a GET without a body, or a POST with as many bytes as it says. */
export type PlainHead = {
  method: "GET" | "POST";
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  bodyBytes: number;
};

/** The lines after the first, with the length that they tell; null where they are not of the plain kind. */
type PlainFields = { headers: IncomingHttpHeaders; bodyBytes: number | undefined } | null;

const requestLine = /^(GET|POST) (\/[!-~]*) HTTP\/1\.1$/;
/** Surrounding white space is trimmed outside the pattern, which would backtrack over it in cubic time. */
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):([\t\x20-\x7e]*)$/;
const decimal = /^\d{1,7}$/;
/** Whatever changes how a message is framed or answered is left to node:http. */
const unusual = ["transfer-encoding", "expect", "upgrade", "connection", "te", "trailer"];

function readFields(text: string): PlainFields {
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

const rememberedHeads = 2_000;
const longestRemembered = 1_000;

/**
 * Reads heads of requests (without the empty line after them). Undefined for everything but an HTTP/1.1 GET without a
 * body or POST with one Content-Length that stays on a kept connection, by the letter of RFC 9112: what is not
 * understood here is no error, node:http gets to decide. Clients write the same again and again: the lines after the
 * first are remembered, and whole heads of POSTs, where trackers differ in their address.
 */
export function plainHeadReader(): (text: string) => PlainHead | undefined {
  const shortFields = remembered(readFields, rememberedHeads);
  const readHead = (text: string): PlainHead | undefined => {
    const firstEnd = text.indexOf("\r\n");
    const [, method, target] = requestLine.exec(text.slice(0, Math.max(0, firstEnd))) ?? [];
    if (target === undefined) return undefined;
    const lines = text.slice(firstEnd + 2);
    const fields = (lines.length > longestRemembered ? readFields : shortFields)(lines);
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
  const shortPost = remembered(readHead, rememberedHeads);
  return (text) => (text.startsWith("POST") && text.length <= longestRemembered ? shortPost : readHead)(text);
}

let dateSecond = 0;
let dateLine = "";

function dateOf(nowMs: number): string {
  const second = Math.floor(nowMs / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateLine = `date: ${new Date(nowMs).toUTCString()}\r\n`;
  }
  return dateLine;
}

/** Anything else in a value could begin a line of its own. */
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

/** Longer bodies are not copied into the batch, except where they are borrowed. */
export const maxBatchedBodyBytes = 32 * 1024;

/**
 * Puts answers as they go over the wire on a connection that stays. A long body is returned in place of being put, in
 * memory that nobody overwrites. Throws a TypeError where a header is unsafe; nothing is put then.
 */
export function answerPutter(): (sheet: ByteSheet, answer: WireAnswer, nowMs: number) => Buffer | undefined {
  let lastHeaders: OutgoingHttpHeaders | undefined;
  let lastLines = "";
  return (sheet, answer, nowMs) => {
    const { status, headers, body } = answer;
    // Most answers share their headers with the one before.
    if (headers !== lastHeaders) {
      lastLines = linesOf(headers);
      lastHeaders = headers;
    }
    const first = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${dateOf(nowMs)}${lastLines}`;
    if (status === 204 || status === 304) {
      putLatin1(sheet, `${first}\r\n`);
      return undefined;
    }
    const bytes = typeof body === "string" ? Buffer.byteLength(body) : body.length;
    putLatin1(sheet, `${first}content-length: ${bytes}\r\n\r\n`);
    if (bytes > maxBatchedBodyBytes) {
      const owned = ownedBody(answer);
      return typeof owned === "string" ? Buffer.from(owned) : owned;
    }
    if (typeof body === "string") putText(sheet, body);
    else putBytes(sheet, body);
    return undefined;
  };
}
