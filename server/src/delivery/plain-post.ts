import { type IncomingHttpHeaders, STATUS_CODES } from "node:http";
import type { WireAnswer } from "./wire.ts";

/** The head of a POST of the plainest kind, and where its body lies. */
export type PlainHead = { path: string; query: string; headers: IncomingHttpHeaders; bodyBytes: number };

const requestLine = /^POST (\/[!-~]*) HTTP\/1\.1$/;
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e]*?)[ \t]*$/;
const decimal = /^\d{1,7}$/;
/** Whatever changes how a message is framed or answered is left to node:http. */
const unusual = ["transfer-encoding", "expect", "upgrade", "connection", "te", "trailer"];

/**
 * Reads the head of a request (without the empty line after it). Undefined for everything but an HTTP/1.1 POST with one
 * Content-Length that stays on a kept connection, by the letter of RFC 9112: what is not understood here is no error,
 * node:http gets to decide.
 */
export function readPlainHead(text: string): PlainHead | undefined {
  const [first = "", ...lines] = text.split("\r\n");
  const target = requestLine.exec(first)?.[1];
  if (target === undefined) return undefined;
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const line of lines) {
    const [, name, value] = headerLine.exec(line) ?? [];
    if (name === undefined || value === undefined) return undefined;
    const key = name.toLowerCase();
    if (key in headers) return undefined;
    headers[key] = value;
  }
  if (headers.connection?.toLowerCase() === "keep-alive") delete headers.connection;
  if (unusual.some((name) => name in headers)) return undefined;
  const length = headers["content-length"] ?? "";
  if (headers.host === undefined || !decimal.test(length)) return undefined;
  const question = target.indexOf("?");
  return {
    path: question < 0 ? target : target.slice(0, question),
    query: question < 0 ? "" : target.slice(question + 1),
    headers: Object.freeze(headers),
    bodyBytes: Number(length),
  };
}

const rememberedHeads = 2_000;
const longestRemembered = 1_000;

/** As `readPlainHead`, but remembers: an exchange writes the same head again and again. */
export function plainHeadReader(): (text: string) => PlainHead | undefined {
  let remembered = new Map<string, PlainHead>();
  return (text) => {
    const known = remembered.get(text);
    if (known !== undefined) return known;
    const head = readPlainHead(text);
    if (head === undefined || text.length > longestRemembered) return head;
    if (remembered.size >= rememberedHeads) remembered = new Map();
    remembered.set(text, head);
    return head;
  };
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

const headOf = ({ status, headers }: WireAnswer, nowMs: number): string => {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${dateOf(nowMs)}`;
  for (const name in headers) head += `${name}: ${String(headers[name])}\r\n`;
  return head;
};

/** An answer as it goes over the wire, on a connection that stays. */
export function plainAnswer(answer: WireAnswer, nowMs: number): string | Buffer {
  const { status, body } = answer;
  if (status === 204) return `${headOf(answer, nowMs)}\r\n`;
  const bytes = typeof body === "string" ? Buffer.byteLength(body) : body.length;
  const head = `${headOf(answer, nowMs)}content-length: ${bytes}\r\n\r\n`;
  // ASCII goes out as one string, in one piece with its head.
  if (typeof body === "string" && body.length === bytes) return head + body;
  return Buffer.concat([Buffer.from(head, "latin1"), Buffer.from(body as string)]);
}
