import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { HttpResponse } from "../serving/http-message.ts";
import { isBackpressured, stalledMs, type UnsentAnswers } from "./connection-limits.ts";
import { type RequestHead, requestHeadReader } from "./fast-path-message.ts";
import { newResponseBatcher } from "./response-batcher.ts";

const maxHeadBytes = 16 * 1024;
const sweepMs = 1_000;
const headEnd = "\r\n\r\n";
const noBody = Buffer.alloc(0);
/** The largest batch of responses. */
const maxBatchedAnswers = 64;
/** The bytes a connection may pipeline while earlier requests are answered. */
const maxBacklogBytes = 256 * 1024;

export type FastPathRequest = RequestHead & { body: Buffer; peer: string };

export type FastPathOptions = {
  /** Must neither throw nor reject. */
  answer: (request: FastPathRequest) => HttpResponse | Promise<HttpResponse>;
  /** The response where another one cannot be written. */
  failed: (error: unknown) => HttpResponse;
  maxBodyBytes: number;
  /** The limit from a request's first byte to its last. */
  requestTimeoutMs: number;
  /** The idle limit of a connection. */
  keepAliveMs: number;
  /** Whether a new connection is accepted; if not, the callee closes it. */
  admits: (socket: Socket) => boolean;
  unsent: UnsentAnswers;
};

export type FastPath = {
  /** Answers received requests, then closes each connection. */
  stop(): void;
  /** Closes the remaining connections at once. */
  destroyAll(): void;
};

type Connection = {
  socket: Socket;
  peer: string;
  /** Received bytes that are not processed yet. */
  backlog: Buffer[];
  backlogBytes: number;
  /** A request with an incomplete body. */
  partial: { head: RequestHead; parts: Buffer[]; bytes: number; sinceMs: number } | undefined;
  /** When the incomplete head in the backlog started. */
  headSinceMs: number | undefined;
  /** A request was answered here, so an incomplete head waits for its rest instead of being handed over. */
  isPlain: boolean;
  /** A response is pending; the backlog waits for it. */
  isWaiting: boolean;
  /** The client does not read; the backlog waits for it. */
  isDraining: boolean;
  /** The client closed its side. */
  isAtEnd: boolean;
  /** The listener of `drain`. */
  drained: () => void;
  /** Removes the fast path's listeners from the socket. */
  detach: () => void;
};

const joined = (parts: Buffer[]): Buffer => {
  const [first] = parts;
  return first !== undefined && parts.length === 1 ? first : Buffer.concat(parts);
};

/**
 * Answers plain GETs and POSTs (trackers, bid requests) from the socket, because the streams of node:http cost more
 * than an auction. Requests of one event loop turn are answered together. A connection with any other request is handed
 * over to node:http for good, with all received bytes.
 */
export function installHttpFastPath(server: Server, options: FastPathOptions): FastPath {
  const handOver = server.listeners("connection") as ((socket: Socket) => void)[];
  server.removeAllListeners("connection");
  const readHead = requestHeadReader();
  const batcher = newResponseBatcher(options.unsent);
  const connections = new Set<Connection>();
  let touched: Connection[] = [];
  let isTurnDue = false;
  let isStopping = false;

  /** Processes the connection once everything of this turn is read. */
  const touch = (connection: Connection): void => {
    touched.push(connection);
    if (isTurnDue) return;
    isTurnDue = true;
    setImmediate(turn);
  };

  function turn(): void {
    const now = touched;
    touched = [];
    for (const connection of now) {
      advance(connection);
      if (batcher.size() >= maxBatchedAnswers) batcher.send();
    }
    batcher.send();
    isTurnDue = false;
    for (const connection of isStopping ? connections : now) settle(connection);
  }

  /** Resumes, pauses or ends a connection after its turn. */
  function settle(connection: Connection): void {
    const { socket, backlog, isWaiting, isAtEnd, partial } = connection;
    if (socket.destroyed || connection.isDraining || !connections.has(connection)) return;
    if (isBackpressured(socket)) {
      connection.isDraining = true;
      socket.pause();
      // The time-out restarts with every byte the client takes.
      socket.setTimeout(stalledMs);
      socket.once("drain", connection.drained);
      return;
    }
    if (isWaiting) {
      if (backlog.length > 0) socket.pause();
      return;
    }
    if (socket.isPaused()) socket.resume();
    if (!isAtEnd && !isStopping) return;
    if (partial === undefined && backlog.length === 0) socket.end();
    else if (isAtEnd) socket.destroy();
  }

  function add(socket: Socket, answer: HttpResponse): void {
    try {
      batcher.add(socket, answer);
    } catch (error) {
      batcher.add(socket, options.failed(error));
    }
  }

  async function answerLater(connection: Connection, answer: Promise<HttpResponse>): Promise<void> {
    add(connection.socket, await answer);
    connection.isWaiting = false;
    touch(connection);
  }

  /** Answers a request. Returns whether the next one has to wait for it. */
  function answerOne(connection: Connection, head: RequestHead, body: Buffer): boolean {
    const { method, path, query, headers, bodyBytes } = head;
    connection.isPlain = true;
    const answer = options.answer({ method, path, query, headers, bodyBytes, body, peer: connection.peer });
    if (!(answer instanceof Promise)) {
      add(connection.socket, answer);
      return false;
    }
    connection.isWaiting = true;
    void answerLater(connection, answer);
    return true;
  }

  function keep(connection: Connection, bytes: Buffer): void {
    if (bytes.length === 0) return;
    connection.backlog.unshift(bytes);
    connection.backlogBytes += bytes.length;
  }

  /** Whether to go on with this connection; sends a full batch to find out whether the client reads. */
  function mayGoOn({ socket }: Connection): boolean {
    if (batcher.size() < maxBatchedAnswers) return true;
    batcher.send();
    return !isBackpressured(socket);
  }

  function answerAll(connection: Connection, bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) {
      const end = bytes.indexOf(headEnd, at, "latin1");
      if (end < 0 && connection.isPlain && bytes.length - at <= maxHeadBytes && !connection.isAtEnd) {
        connection.headSinceMs ??= Date.now();
        keep(connection, bytes.subarray(at));
        return;
      }
      const head = end < 0 || end - at > maxHeadBytes ? undefined : readHead(bytes.toString("latin1", at, end));
      if (head === undefined || head.bodyBytes > options.maxBodyBytes) {
        handOverToNode(connection, bytes.subarray(at));
        return;
      }
      connection.headSinceMs = undefined;
      const bodyAt = end + headEnd.length;
      at = bodyAt + head.bodyBytes;
      if (at > bytes.length) {
        const part = bytes.subarray(bodyAt);
        connection.partial = { head, parts: [part], bytes: part.length, sinceMs: Date.now() };
        return;
      }
      const body = head.bodyBytes === 0 ? noBody : bytes.subarray(bodyAt, at);
      if (answerOne(connection, head, body) || !mayGoOn(connection)) {
        keep(connection, bytes.subarray(at));
        return;
      }
    }
  }

  /** Processes the backlog as far as the client reads and no response is pending. */
  function advance(connection: Connection): void {
    const { socket, backlog, partial } = connection;
    if (socket.destroyed || !connections.has(connection)) connection.backlog = [];
    if (connection.backlog.length === 0 || connection.isWaiting || isBackpressured(socket)) return;
    const bytes = joined(backlog);
    connection.backlog = [];
    connection.backlogBytes = 0;
    if (partial === undefined) {
      answerAll(connection, bytes);
      return;
    }
    const { head, parts } = partial;
    parts.push(bytes);
    partial.bytes += bytes.length;
    if (partial.bytes < head.bodyBytes) return;
    connection.partial = undefined;
    const whole = Buffer.concat(parts);
    const rest = whole.subarray(head.bodyBytes);
    if (answerOne(connection, head, whole.subarray(0, head.bodyBytes))) keep(connection, rest);
    else answerAll(connection, rest);
  }

  function handOverToNode(connection: Connection, bytes: Buffer): void {
    const { socket } = connection;
    // Earlier responses must be sent before those of node:http.
    batcher.send();
    connection.detach();
    if (connection.isAtEnd || socket.destroyed) {
      socket.destroy();
      return;
    }
    socket.setTimeout(0);
    if (socket.isPaused()) socket.resume();
    socket.unshift(bytes);
    for (const listener of handOver) listener.call(server, socket);
  }

  server.on("connection", (socket: Socket) => {
    if (!options.admits(socket)) return;
    const read = (chunk: Buffer): void => {
      connection.backlog.push(chunk);
      connection.backlogBytes += chunk.length;
      if (connection.backlogBytes >= maxBacklogBytes) socket.pause();
      touch(connection);
    };
    const drained = (): void => {
      connection.isDraining = false;
      // No byte was read in the meantime.
      connection.headSinceMs = undefined;
      if (connection.partial !== undefined) connection.partial.sinceMs = Date.now();
      socket.setTimeout(options.keepAliveMs);
      touch(connection);
    };
    const end = (): void => {
      connection.isAtEnd = true;
      touch(connection);
    };
    const leave = (): void => void connections.delete(connection);
    const breakOff = (): void => void socket.destroy();
    const detach = (): void => {
      leave();
      socket.off("data", read).off("end", end).off("drain", drained);
      socket.off("close", leave).off("error", breakOff).off("timeout", breakOff);
    };
    const peer = socket.remoteAddress ?? "";
    const connection: Connection = {
      socket,
      peer,
      backlog: [],
      backlogBytes: 0,
      partial: undefined,
      headSinceMs: undefined,
      isPlain: false,
      isWaiting: false,
      isDraining: false,
      isAtEnd: false,
      drained,
      detach,
    };
    connections.add(connection);
    socket.setNoDelay(true);
    socket.setTimeout(options.keepAliveMs);
    socket.on("data", read).on("end", end).on("close", leave).on("error", breakOff).on("timeout", breakOff);
  });

  const sweep = setInterval(() => {
    const nowMs = Date.now();
    for (const { socket, partial, headSinceMs, isDraining } of connections) {
      if (isDraining) continue;
      const sinceMs = partial?.sinceMs ?? headSinceMs ?? nowMs;
      if (nowMs - sinceMs > options.requestTimeoutMs) socket.destroy();
    }
  }, sweepMs);
  sweep.unref();
  return {
    stop() {
      isStopping = true;
      clearInterval(sweep);
      turn();
    },
    destroyAll() {
      for (const { socket } of connections) socket.destroy();
    },
  };
}
