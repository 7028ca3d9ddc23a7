import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Faults } from "./faults.ts";

export type FaultyProxy = { url: string; stop(): Promise<void> };

export type ProxyOptions = { host: string; port: number; adsUrl: string; secret: string; faults: Faults };

const slowMs = 450;
const callTimeoutMs = 5_000;
const isNotice = /^\/(?:win|bill|loss)\?/;
/** Set by the client of the call to the bidder itself. */
const ownHeaders = new Set(["connection", "host", "content-length", "transfer-encoding", "keep-alive", "expect"]);

/** Starts a reverse proxy before the bidder that has the injected faults. */
export async function startFaultyProxy(options: ProxyOptions): Promise<FaultyProxy> {
  const server = createServer((request, response) => {
    forward(request, response, options).catch(() => {
      if (!response.headersSent) response.writeHead(502);
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function forward(request: IncomingMessage, response: ServerResponse, options: ProxyOptions): Promise<void> {
  const { adsUrl, faults } = options;
  const url = request.url ?? "/";
  const isBid = request.method === "POST" && url.startsWith("/openrtb2/");
  if (faults.has("unreachable")) return void response.writeHead(502).end();
  if (faults.has("blocks_sync") && url.startsWith("/sync")) return void response.writeHead(404).end();
  if (faults.has("takes_any_notice") && isNotice.test(url)) return void response.writeHead(204).end();
  if (faults.has("slow") && isBid) await wait(slowMs);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const answer = await fetch(`${adsUrl}${url}`, {
    method: request.method ?? "GET",
    headers: headersOf(request, options),
    ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    redirect: "manual",
    signal: AbortSignal.timeout(callTimeoutMs),
  });
  const given = Buffer.from(await answer.arrayBuffer());
  const isJson = isBid && given.length > 0;
  const body = isJson ? faultyAnswer(given.toString(), faults) : given;
  const headers = Object.fromEntries(answer.headers);
  for (const name of ["content-length", "content-encoding", "transfer-encoding", "connection"]) delete headers[name];
  if (faults.has("drops_version")) delete headers["x-openrtb-version"];
  response.writeHead(answer.status, headers).end(body);
}

function headersOf(request: IncomingMessage, { faults, secret }: ProxyOptions): Record<string, string> {
  const headers = Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      ownHeaders.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  );
  if (faults.has("adds_secret")) headers["x-exchange-key"] = secret;
  if (faults.has("drops_encoding")) delete headers["content-encoding"];
  return headers;
}

type Bid = Record<string, unknown>;

function faultyAnswer(text: string, faults: Faults): string {
  if (faults.has("wraps_answers")) return `<html><body>${text}</body></html>`;
  const answer = JSON.parse(text) as { cur?: string; seatbid?: { bid: Bid[] }[] };
  if (faults.has("changes_currency") && answer.cur) answer.cur = "XTS";
  for (const bid of (answer.seatbid ?? []).flatMap((seat) => seat.bid)) applyFaults(bid, faults);
  return JSON.stringify(answer);
}

function applyFaults(bid: Bid, faults: Faults): void {
  if (faults.has("removes_advertiser")) delete bid.adomain;
  if (faults.has("changes_creative_ids")) bid.crid = crypto.randomUUID();
  if (faults.has("changes_sizes")) bid.w = 1;
  const markup = String(bid.adm ?? "");
  // Meant for banners, whose markup is HTML.
  if (faults.has("escapes_native") && markup.startsWith("{")) bid.adm = markup.replaceAll('"', "&quot;");
  if (faults.has("changes_audio")) bid.adm = markup.replaceAll('type="audio/', 'type="video/');
  for (const name of ["nurl", "burl", "lurl", "adm"]) {
    if (faults.has("fills_macros")) bid[name] = String(bid[name]).replaceAll(/\$\{AUCTION_\w+\}/g, "");
    if (faults.has("moves_notices") && name !== "adm") {
      // The port of the discard service, where nothing answers.
      bid[name] = String(bid[name]).replace(/^https?:\/\/[^/]+/, "http://127.0.0.1:9");
    }
  }
}
