import type { Server } from "node:http";
import type { Socket } from "node:net";
import { type Answering, answerBacklog, maxBatchedAnswers } from "./answer-backlog.ts";
import type { UnsentAnswers } from "./connection-limits.ts";
import { type Connection, isOverdue, openConnection, settle } from "./fast-path-connection.ts";
import { requestHeadReader } from "./fast-path-message.ts";
import { newResponseBatcher, type ResponseBatcher } from "./response-batcher.ts";

const sweepMs = 1_000;

export type FastPathOptions = Pick<Answering, "answer" | "failed" | "maxBodyBytes"> & {
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
  /** Closes the remaining connections immediately. */
  destroyAll(): void;
};

/**
 * Answers plain GETs and POSTs (trackers, bid requests) from the socket, because the streams of node:http cost more
 * than an auction. Requests of one event loop turn are answered together. A connection with any other request is handed
 * over to node:http for good, with all received bytes.
 */
export function installHttpFastPath(server: Server, options: FastPathOptions): FastPath {
  const listeners = server.listeners("connection") as ((socket: Socket) => void)[];
  server.removeAllListeners("connection");
  const batcher = newResponseBatcher(options.unsent);
  const connections = new Set<Connection>();
  const answering: Answering = {
    answer: options.answer,
    failed: options.failed,
    maxBodyBytes: options.maxBodyBytes,
    readHead: requestHeadReader(),
    batcher,
    touch: (connection) => turns.touch(connection),
    handOver: (socket) => {
      for (const listener of listeners) listener.call(server, socket);
    },
  };
  const turns = scheduleTurns(connections, batcher, (connection) => answerBacklog(answering, connection));
  const events = {
    touched: turns.touch,
    closed: (connection: Connection) => void connections.delete(connection),
    keepAliveMs: options.keepAliveMs,
  };
  server.on("connection", (socket: Socket) => {
    if (options.admits(socket)) connections.add(openConnection(socket, events));
  });
  const sweep = setInterval(() => {
    const nowMs = Date.now();
    for (const connection of connections) {
      if (isOverdue(connection, nowMs, options.requestTimeoutMs)) connection.socket.destroy();
    }
  }, sweepMs);
  sweep.unref();
  return {
    stop() {
      clearInterval(sweep);
      turns.stop();
    },
    destroyAll() {
      for (const { socket } of connections) socket.destroy();
    },
  };
}

type Turns = {
  /** Processes the connection after all input of this event loop turn is read. */
  touch: (connection: Connection) => void;
  /** Processes the received bytes, and closes each connection once it is done. */
  stop: () => void;
};

/** Answers all connections touched in one turn of the event loop, and sends the responses together. */
function scheduleTurns(
  connections: Set<Connection>,
  batcher: ResponseBatcher,
  advance: (connection: Connection) => void,
): Turns {
  let touched: Connection[] = [];
  let isTurnDue = false;
  let isStopping = false;
  const turn = (): void => {
    const now = touched;
    touched = [];
    for (const connection of now) {
      if (connections.has(connection) && !connection.socket.destroyed) advance(connection);
      if (batcher.size() >= maxBatchedAnswers) batcher.send();
    }
    batcher.send();
    isTurnDue = false;
    for (const connection of isStopping ? connections : now) {
      if (connections.has(connection)) settle(connection, isStopping);
    }
  };
  return {
    touch(connection) {
      touched.push(connection);
      if (isTurnDue) return;
      isTurnDue = true;
      setImmediate(turn);
    },
    stop() {
      isStopping = true;
      turn();
    },
  };
}
