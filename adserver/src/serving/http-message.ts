import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";

/** Requests and responses independent of the listener. */
export type HttpRequest = {
  method: string;
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  ip: string;
};

/** Shared headers are one immutable object. */
export type HttpResponse = {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer | string;
  /**
   * The body is in the shared buffer: copy it before anything else runs. Any other body is immutable and may be
   * referenced while it is sent.
   */
  isBorrowed?: true;
};

/** A body that may be referenced: a copy where it is borrowed. */
export const ownedBody = ({ body, isBorrowed }: HttpResponse): Buffer | string =>
  isBorrowed && typeof body !== "string" ? Buffer.from(body) : body;

const gzipAccepted = /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))(?=[\s,;]|$)/i;

/** Whether a request's Accept-Encoding has gzip, other than with `q=0`. */
export const acceptsGzip = ({ headers }: Pick<HttpRequest, "headers">): boolean =>
  gzipAccepted.test(String(headers["accept-encoding"] ?? ""));

const pixelBytes = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
const noStore = { "cache-control": "no-store", "access-control-allow-origin": "*" };

export const empty = (status: number, headers: OutgoingHttpHeaders = {}): HttpResponse => ({
  status,
  headers,
  body: "",
});

export const plain = (status: number, body: string): HttpResponse => ({
  status,
  headers: { "content-type": "text/plain; charset=utf-8", ...noStore },
  body,
});

const pixelHeaders = { "content-type": "image/gif", "cross-origin-resource-policy": "cross-origin", ...noStore };

export const pixel = (): HttpResponse => ({ status: 200, headers: pixelHeaders, body: pixelBytes });

export const json = (status: number, body: unknown): HttpResponse => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

export const html = (body: string, headers: OutgoingHttpHeaders): HttpResponse => ({
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8", "x-content-type-options": "nosniff", ...headers },
  body,
});
