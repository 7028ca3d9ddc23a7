import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { Log } from "@litfass/platform/log/log";
import { surviveAcceptErrors } from "@litfass/platform/process/accept-errors";
import { empty, type HttpRequest, type HttpResponse, ownedBody, plain } from "../serving/http-message.ts";
import type { Router } from "../serving/router.ts";
import { answersInOrder } from "./answers-in-turn.ts";
import { connectionLimit, stalledMs, unsentAnswers } from "./connection-limits.ts";
import { installHttpFastPath } from "./fast-path.ts";

const maxBodyBytes = 256 * 1024;
const requestTimeoutMs = 10_000;
const keepAliveMs = 65_000;

export type ServerOptions = {
  host: string;
  port: number;
  /** Whether a peer is a trusted proxy, whose X-Forwarded-For counts. */
  isProxy: (address: string) => boolean;
  log: Log;
};

export type RunningServer = { port: number; stop(): Promise<void> };

/** Passes requests to the router: plain GETs and POSTs on the fast path, others by node:http. */
export async function serve(router: Router, options: ServerOptions): Promise<RunningServer> {
  let isStopping = false;
  const broken = (error: unknown): HttpResponse => {
    // An unexpected error in a bid request results in no bid.
    options.log.error({ err: error }, "a bid request failed");
    return empty(204);
  };
  const post = (request: HttpRequest): HttpResponse | Promise<HttpResponse> => {
    try {
      const given = router.post(request);
      return given instanceof Promise ? given.catch(broken) : given;
    } catch (error) {
      return broken(error);
    }
  };
  const failed = (error: unknown, path: string): HttpResponse => {
    options.log.error({ err: error, path }, "a request failed");
    return plain(503, "Try again later.");
  };
  const unsent = unsentAnswers();
  const send = (response: ServerResponse, answer: HttpResponse, isHead: boolean): void => {
    if (response.destroyed) return;
    if (isStopping) response.setHeader("connection", "close");
    const body = ownedBody(answer);
    const length = typeof body === "string" ? Buffer.byteLength(body) : body.length;
    if (answer.status !== 204) response.setHeader("content-length", length);
    response.writeHead(answer.status, answer.headers);
    if (isHead || length === 0) {
      response.end();
      return;
    }
    const memory = typeof body === "string" ? { byteLength: length } : body.buffer;
    if (response.socket !== null) response.once("close", unsent.hold(response.socket, [memory]));
    // ASCII is sent in one write with the headers.
    if (typeof body === "string" && body.length === length) response.end(body, "latin1");
    else response.end(body);
  };
  const answer = (request: IncomingMessage, response: ServerResponse, body: Buffer): void => {
    const url = originForm(request.url ?? "/");
    const question = url.indexOf("?");
    const isHead = request.method === "HEAD";
    const fail = (error: unknown): void => send(response, failed(error, pathOf(url)), isHead);
    try {
      const asked = {
        method: request.method ?? "GET",
        path: pathOf(url),
        query: question < 0 ? "" : url.slice(question + 1),
        headers: request.headers,
        body,
        ip: addressOf(request.socket.remoteAddress ?? "", request.headers, options.isProxy),
      };
      const given = asked.method === "POST" ? post(asked) : router.other(asked);
      if (given instanceof Promise) given.then((value) => send(response, value, isHead), fail);
      else send(response, given, isHead);
    } catch (error) {
      fail(error);
    }
  };
  const inTurn = answersInOrder();
  const server = createServer(
    { requestTimeout: requestTimeoutMs, keepAliveTimeout: keepAliveMs },
    (request, response) => {
      const whenDue = inTurn(request, response);
      if (request.method === "GET" || request.method === "HEAD") {
        whenDue(() => answer(request, response, Buffer.alloc(0)));
        return;
      }
      const chunks: Buffer[] = [];
      let bytes = 0;
      request.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= maxBodyBytes) chunks.push(chunk);
      });
      request.on("error", () => response.destroy());
      request.on("end", () => {
        whenDue(() => {
          if (bytes > maxBodyBytes) return send(response, plain(413, "The request is too large."), false);
          answer(request, response, Buffer.concat(chunks));
        });
      });
    },
  );
  server.timeout = stalledMs;
  const fastPath = installHttpFastPath(server, {
    answer({ method, path, query, headers, body, peer }) {
      const asked = { method, path, query, headers, body, ip: addressOf(peer, headers, options.isProxy) };
      if (method === "POST") return post(asked);
      const fail = (error: unknown): HttpResponse => failed(error, path);
      try {
        const given = router.other(asked);
        return given instanceof Promise ? given.catch(fail) : given;
      } catch (error) {
        return fail(error);
      }
    },
    failed: (error) => failed(error, ""),
    maxBodyBytes,
    requestTimeoutMs,
    keepAliveMs,
    admits: connectionLimit(options.isProxy),
    unsent,
  });
  await listening(server, options.host, options.port);
  surviveAcceptErrors(server, options.log);
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      isStopping = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      fastPath.stop();
      const force = setTimeout(() => {
        server.closeAllConnections();
        fastPath.destroyAll();
      }, requestTimeoutMs);
      await closed;
      clearTimeout(force);
    },
  };
}

/** An absolute-form target equals its origin form (RFC 9112, 3.2.2). */
function originForm(target: string): string {
  const authority = /^https?:\/\/[^/?#]*/i.exec(target)?.[0];
  if (authority === undefined) return target;
  const rest = target.slice(authority.length);
  return rest.startsWith("/") ? rest : `/${rest}`;
}

const pathOf = (url: string): string => {
  const question = url.indexOf("?");
  return question < 0 ? url : url.slice(0, question);
};

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** The visitor's address: the last one in X-Forwarded-For that is not a trusted proxy, else the peer's. */
function addressOf(peer: string, headers: IncomingHttpHeaders, isProxy: (address: string) => boolean): string {
  const forwarded = headers["x-forwarded-for"];
  if (typeof forwarded !== "string" || !isProxy(peer)) return peer;
  const hops = forwarded.split(",").map((hop) => hop.trim());
  for (let hop = hops.pop(); hop !== undefined; hop = hops.pop()) if (!isProxy(hop)) return hop;
  return peer;
}
