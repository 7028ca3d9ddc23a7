import { lookup as resolveHost } from "node:dns";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import { inPartSpan } from "../tracing/tracing.ts";
import { isPrivateAddress } from "./private-address.ts";

export class EgressError extends Error {
  override name = "EgressError";
}

export type EgressRequest = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer | URLSearchParams;
  timeoutMs?: number;
  maxBytes?: number;
  /** Three by default. */
  maxRedirects?: number;
  /** Whether a redirect may be followed; if not, the call fails. All are allowed by default. */
  mayFollow?: (from: URL, to: URL) => boolean;
};

export type EgressAnswer = { status: number; headers: Headers; body: Buffer; text(): string; json(): unknown };

/** Outgoing requests: always with a time-out and a size limit, never to a private address. */
export type Egress = (url: string, request?: EgressRequest) => Promise<EgressAnswer>;

export type EgressOptions = {
  timeoutMs?: number;
  maxBytes?: number;
  /** `host` or `host:port` that is allowed although its address is private. */
  privateHosts?: string[];
  /** Resolves names; the system's resolver by default. */
  lookup?: LookupFunction;
};

const maxRedirects = 3;

type Hop = { url: URL; method: string; body: string | Buffer | undefined; headers: Record<string, string> };
type Limits = { signal: AbortSignal; timeoutMs: number; maxBytes: number };

/**
 * A client for outgoing requests. The resolved address is checked on the actual connection, for each hop of a
 * redirect.
 * @throws EgressError if the address is blocked, the response is too large or too slow, or the connection fails.
 */
export function createEgress(options: EgressOptions = {}): Egress {
  const allowed = new Set(options.privateHosts ?? []);
  const lookup = options.lookup ?? (resolveHost as LookupFunction);
  return async (address, request = {}) => {
    const timeoutMs = request.timeoutMs ?? options.timeoutMs ?? 10_000;
    const maxBytes = request.maxBytes ?? options.maxBytes ?? 5_000_000;
    const limits = { signal: AbortSignal.timeout(timeoutMs), timeoutMs, maxBytes };
    let hop = firstHop(parse(address), request);
    for (let count = 0; count <= (request.maxRedirects ?? maxRedirects); count++) {
      const isAllowed = allowed.has(hop.url.host) || allowed.has(hop.url.hostname);
      // The host only: paths and queries can contain keys. No `traceparent`, because others need not see our traces.
      const attributes = { "http.request.method": hop.method, "server.address": hop.url.hostname };
      const current = hop;
      const answer = await inPartSpan(`${hop.method} ${hop.url.hostname}`, { kind: "client", attributes }, () =>
        attempt(current, limits, isAllowed ? lookup : publicOnly(current.url, lookup)),
      );
      const location = answer.headers.get("location");
      if (answer.status < 300 || answer.status > 399 || !location) return answer;
      const next = nextHop(hop, answer.status, location, request.headers !== undefined);
      if (request.mayFollow?.(hop.url, next.url) === false) {
        throw new EgressError(`${hop.url.host} redirects to ${next.url.host}: refused`);
      }
      hop = next;
    }
    throw new EgressError(`${hop.url.host} redirects too often`);
  };
}

function parse(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:") || url.username || url.password) {
    throw new EgressError("Not an http or https address");
  }
  return url;
}

function firstHop(url: URL, { method = "GET", body, headers = {} }: EgressRequest): Hop {
  if (!(body instanceof URLSearchParams)) return { url, method, body, headers };
  const type = { "content-type": "application/x-www-form-urlencoded" };
  return { url, method, body: body.toString(), headers: { ...type, ...headers } };
}

function nextHop(hop: Hop, status: number, location: string, carriesHeaders: boolean): Hop {
  const url = URL.canParse(location, hop.url) ? parse(new URL(location, hop.url).href) : parse("");
  // Headers may contain keys, which only the called host may receive.
  if (url.host !== hop.url.host && carriesHeaders) {
    throw new EgressError(`${hop.url.host} redirects to ${url.host}: refused, the call carries headers`);
  }
  const becomesGet = status === 303 || (status < 307 && hop.method === "POST");
  return becomesGet ? { url, method: "GET", body: undefined, headers: {} } : { ...hop, url };
}

/**
 * A resolver that rejects names of private addresses. Literal addresses are not resolved, so they are checked
 * immediately.
 */
function publicOnly(url: URL, lookup: LookupFunction): LookupFunction {
  const refusal = (): EgressError => new EgressError(`${url.host}: refused, it is a private address`);
  const literal = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(literal) && isPrivateAddress(literal)) throw refusal();
  return (host, lookupOptions, callback) => {
    lookup(host, lookupOptions, (error, found, family) => {
      const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found];
      if (!error && addresses.some(isPrivateAddress)) callback(refusal(), found, family);
      else callback(error, found, family);
    });
  };
}

async function attempt({ url, method, body, headers }: Hop, limits: Limits, lookup: LookupFunction) {
  try {
    const call = url.protocol === "https:" ? httpsRequest : httpRequest;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const length: Record<string, string> =
        body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
      const options = { method, headers: { "user-agent": "litfass", ...length, ...headers }, lookup, agent: false };
      const sent = call(url, { ...options, signal: limits.signal }, resolve);
      sent.once("error", reject);
      sent.end(body);
    });
    return await readAnswer(response, limits.maxBytes, url.host);
  } catch (error) {
    if (error instanceof EgressError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = limits.signal.aborted ? `no answer within ${limits.timeoutMs} ms` : (code ?? message);
    throw new EgressError(`${url.host}: ${reason}`, { cause: error });
  }
}

async function readAnswer(response: IncomingMessage, maxBytes: number, host: string): Promise<EgressAnswer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new EgressError(`${host}: the answer is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  return {
    status: response.statusCode ?? 0,
    headers: new Headers(Object.entries(response.headers).flatMap(([name, value]) => pairs(name, value))),
    body,
    text: () => body.toString("utf8"),
    json: () => JSON.parse(body.toString("utf8")) as unknown,
  };
}

const pairs = (name: string, value: string | string[] | undefined): [string, string][] =>
  value === undefined ? [] : Array.isArray(value) ? value.map((one) => [name, one]) : [[name, value]];
