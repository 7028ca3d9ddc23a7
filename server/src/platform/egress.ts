import { lookup as resolveHost } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

export class EgressError extends Error {
  override name = "EgressError";
}

export type EgressRequest = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer | URLSearchParams;
  timeoutMs?: number;
  maxBytes?: number;
};

export type EgressAnswer = { status: number; headers: Headers; body: Buffer; text(): string; json(): unknown };

/** Calls to the outside: always with a time-out and a cap on the answer's size, never to a private address. */
export type Egress = (url: string, request?: EgressRequest) => Promise<EgressAnswer>;

export type EgressOptions = {
  timeoutMs?: number;
  maxBytes?: number;
  /** `host` or `host:port` that may be reached although the address is private. */
  privateHosts?: string[];
  /** Resolves a name to addresses; the system's resolver unless told. */
  lookup?: (host: string) => Promise<string[]>;
};

const maxRedirects = 3;

/**
 * A client for calls to the outside. Each hop of a redirect is checked again.
 * @throws EgressError when the address is refused, the answer is too large or late, or the connection fails.
 */
export function createEgress(options: EgressOptions = {}): Egress {
  const allowed = new Set(options.privateHosts ?? []);
  const lookup = options.lookup ?? systemLookup;
  return async (address, request = {}) => {
    const timeoutMs = request.timeoutMs ?? options.timeoutMs ?? 10_000;
    const maxBytes = request.maxBytes ?? options.maxBytes ?? 5_000_000;
    const signal = AbortSignal.timeout(timeoutMs);
    let url = parse(address);
    let { method = "GET", body } = request;
    for (let hop = 0; hop <= maxRedirects; hop++) {
      await refusePrivate(url, allowed, lookup);
      const response = await attempt(url, { method, body, headers: request.headers, signal }, timeoutMs);
      const location = response.headers.get("location");
      if (response.status < 300 || response.status > 399 || !location) {
        return await readAnswer(response, maxBytes, url.host);
      }
      await response.body?.cancel();
      const next = parse(new URL(location, url).href);
      if (next.host !== url.host && request.headers) {
        throw new EgressError(`${url.host} redirects to ${next.host}: refused, the call carries headers`);
      }
      url = next;
      if (response.status === 303 || (response.status < 307 && method === "POST")) {
        method = "GET";
        body = undefined;
      }
    }
    throw new EgressError(`${url.host} redirects too often`);
  };
}

function parse(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:") || url.username || url.password) {
    throw new EgressError("Not an http or https address");
  }
  return url;
}

async function attempt(
  url: URL,
  call: { method: string; body?: EgressRequest["body"]; headers?: Record<string, string>; signal: AbortSignal },
  timeoutMs: number,
): Promise<Response> {
  try {
    return await fetch(url, { ...call, body: call.body as BodyInit | undefined, redirect: "manual" });
  } catch (error) {
    const reason = call.signal.aborted ? `no answer within ${timeoutMs} ms` : reasonOf(error);
    throw new EgressError(`${url.host}: ${reason}`, { cause: error });
  }
}

const reasonOf = (error: unknown): string => {
  const cause = (error as Error).cause as { code?: string } | undefined;
  return cause?.code ?? (error as Error).message;
};

async function readAnswer(response: Response, maxBytes: number, host: string): Promise<EgressAnswer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new EgressError(`${host}: the answer is larger than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof EgressError) throw error;
    throw new EgressError(`${host}: the answer broke off`, { cause: error });
  }
  const body = Buffer.concat(chunks);
  return {
    status: response.status,
    headers: response.headers,
    body,
    text: () => body.toString("utf8"),
    json: () => JSON.parse(body.toString("utf8")) as unknown,
  };
}

async function refusePrivate(url: URL, allowed: Set<string>, lookup: (host: string) => Promise<string[]>) {
  if (allowed.has(url.host) || allowed.has(url.hostname)) return;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(host) ? [host] : await lookup(host).catch(() => []);
  if (addresses.length === 0) throw new EgressError(`${url.host}: no such host`);
  for (const address of addresses) {
    if (isPrivateAddress(address)) throw new EgressError(`${url.host}: refused, it is a private address`);
  }
}

const systemLookup = async (host: string): Promise<string[]> =>
  (await resolveHost(host, { all: true })).map(({ address }) => address);

const privateRanges = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const) {
  privateRanges.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  ["::", 96],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const) {
  privateRanges.addSubnet(network, prefix, "ipv6");
}

/** Whether an address belongs to this machine, a local network or no one at all. */
export function isPrivateAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = mapped ?? address;
  return privateRanges.check(plain, isIP(plain) === 6 ? "ipv6" : "ipv4");
}
