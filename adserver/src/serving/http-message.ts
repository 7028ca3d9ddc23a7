import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";

/** A request and an answer without the server that carries them, so that another listener can take its place. */
export type WireRequest = {
  method: string;
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  ip: string;
};

/** Headers that are shared by answers are the same object, and nobody changes them. */
export type WireAnswer = {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer | string;
  /**
   * The body is memory that the next answer overwrites: copy it before anything else runs. Any other body is immutable
   * and may be held uncopied for as long as it takes to send it.
   */
  isBorrowed?: true;
};

/** A body that may be held: a copy where it is borrowed. */
export const ownedBody = ({ body, isBorrowed }: WireAnswer): Buffer | string =>
  isBorrowed && typeof body !== "string" ? Buffer.from(body) : body;

const pixelBytes = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
const noStore = { "cache-control": "no-store", "access-control-allow-origin": "*" };

export const empty = (status: number, headers: OutgoingHttpHeaders = {}): WireAnswer => ({ status, headers, body: "" });

export const plain = (status: number, body: string): WireAnswer => ({
  status,
  headers: { "content-type": "text/plain; charset=utf-8", ...noStore },
  body,
});

const pixelHeaders = { "content-type": "image/gif", "cross-origin-resource-policy": "cross-origin", ...noStore };

export const pixel = (): WireAnswer => ({ status: 200, headers: pixelHeaders, body: pixelBytes });

export const json = (status: number, body: unknown): WireAnswer => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

export const html = (body: string, headers: OutgoingHttpHeaders): WireAnswer => ({
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8", "x-content-type-options": "nosniff", ...headers },
  body,
});
