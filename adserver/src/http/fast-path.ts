import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { WireAnswer } from "../serving/http-message.ts";
import { isBehind, stalledMs, type UnsentAnswers } from "./connection-limits.ts";
import { type PlainHead, plainHeadReader } from "./fast-path-message.ts";
import { newOutbox } from "./response-batcher.ts";

const maxHeadBytes = 16 * 1024;
const sweepMs = 1_000;
const headEnd = "\r\n\r\n";
const noBody = Buffer.alloc(0);
/** Answers do not wait for more than so many others. */
const maxBatchedAnswers = 64;
/** What a connection may send ahead while its earlier requests are answered. */
const maxBacklogBytes = 256 * 1024;

export type PlainRequest = PlainHead & { body: Buffer; peer: string };

export type LaneOptions = {
  /** Neither throws nor rejects. */
  answer: (request: PlainRequest) => WireAnswer | Promise<WireAnswer>;
  /** What is answered where an answer cannot be written. */
  failed: (error: unknown) => WireAnswer;
  mostBodyBytes: number;
  /** A request must be complete after so long. */
  requestTimeoutMs: number;
  /** A connection without a request is kept so long. */
  keepAliveMs: number;
  /** Whether a new connection may stay; one that may not is dealt with by the callee. */
  admits: (socket: Socket) => boolean;
  unsent: UnsentAnswers;
};

export type Lane = {
  /** Answers what has come, then closes each connection. */
  stop(): void;
  /** Closes the connections that are left, whatever they wait for. */
  destroyAll(): void;
};

type Connection = {
  socket: Socket;
  peer: string;
  /** What came and is not answered yet, in its order. */
  backlog: Buffer[];
  backlogBytes: number;
  /** A request whose body is still on its way. */
  partial: { head: PlainHead; parts: Buffer[]; bytes: number; sinceMs: number } | undefined;
  /** Since when the backlog is a head of which the end has not come. */
  headSinceMs: number | undefined;
  /** A request has been answered here: the connection is not handed over for a head that comes in two pieces. */
  isPlain: boolean;
  /** An answer is under way; the backlog waits for it. */
  isWaiting: boolean;
  /** The client does not read; the backlog waits for it. */
  isDraining: boolean;
  /** Nothing more will come. */
  isAtEnd: boolean;
  /** Hears that the client has read all. */
  drained: () => void;
  /** Removes the lane's listeners from the socket. */
  letGo: () => void;
};

const joined = (parts: Buffer[]): Buffer => (parts.length === 1 ? parts[0]! : Buffer.concat(parts));

/**
 * Answers plain GETs and POSTs (trackers, bid requests) straight from the socket, without the streams of node:http,
 * which cost more than a whole auction. What came in one turn of the event loop is answered in one go and sent together.
 * A connection that brings anything else goes over to node:http for good, with all it has sent.
 */
export function addPlainLane(server: Server, options: LaneOptions): Lane {
  const handOver = server.listeners("connection") as ((socket: Socket) => void)[];
  server.removeAllListeners("connection");
  const readHead = plainHeadReader();
  const outbox = newOutbox(options.unsent);
  const connections = new Set<Connection>();
  let touched: Connection[] = [];
  let isTurnDue = false;
  let isStopping = false;

  /** The connection goes on after all that came in this turn was read. */
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
      if (outbox.size() >= maxBatchedAnswers) outbox.send();
    }
    outbox.send();
    isTurnDue = false;
    for (const connection of isStopping ? connections : now) settle(connection);
  }

  /** Goes on reading, or not, and ends what is over. */
  function settle(connection: Connection): void {
    const { socket, backlog, isWaiting, isAtEnd, partial } = connection;
    if (socket.destroyed || connection.isDraining || !connections.has(connection)) return;
    if (isBehind(socket)) {
      connection.isDraining = true;
      socket.pause();
      // The time begins anew with whatever the client takes.
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

  function add(socket: Socket, answer: WireAnswer): void {
    try {
      outbox.add(socket, answer);
    } catch (error) {
      outbox.add(socket, options.failed(error));
    }
  }

  async function answerLater(connection: Connection, answer: Promise<WireAnswer>): Promise<void> {
    add(connection.socket, await answer);
    connection.isWaiting = false;
    touch(connection);
  }

  /** Whether the next request has to wait for the answer. */
  function answerOne(connection: Connection, head: PlainHead, body: Buffer): boolean {
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

  /** Whether the client reads what was answered so far, where enough was to ask. */
  function mayGoOn({ socket }: Connection): boolean {
    if (outbox.size() < maxBatchedAnswers) return true;
    outbox.send();
    return !isBehind(socket);
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
      if (head === undefined || head.bodyBytes > options.mostBodyBytes) {
        giveUp(connection, bytes.subarray(at));
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

  /** Answers what has come, as far as the client reads the answers and none of them is under way. */
  function advance(connection: Connection): void {
    const { socket, backlog, partial } = connection;
    if (socket.destroyed || !connections.has(connection)) connection.backlog = [];
    if (connection.backlog.length === 0 || connection.isWaiting || isBehind(socket)) return;
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

  function giveUp(connection: Connection, bytes: Buffer): void {
    const { socket } = connection;
    // Answers that were given before stand before those that node:http will give.
    outbox.send();
    connection.letGo();
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
      // Nothing was read meanwhile.
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
    const letGo = (): void => {
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
      letGo,
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
