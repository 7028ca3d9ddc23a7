import type { Server } from "node:http";
import type { Socket } from "node:net";
import { newOutbox } from "./outbox.ts";
import { type PlainHead, plainHeadReader } from "./plain-message.ts";
import type { WireAnswer } from "./wire.ts";

const mostHeadBytes = 16 * 1024;
const sweepMs = 1_000;
const headEnd = "\r\n\r\n";
const noBody = Buffer.alloc(0);
/** Answers do not wait for more than so many others. */
const mostAtOnce = 64;

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
};

export type Lane = { stop(): void };

type Connection = {
  socket: Socket;
  peer: string;
  /** What came in this turn of the event loop. */
  arrived: Buffer[];
  /** A request whose body is still on its way. */
  partial: { head: PlainHead; parts: Buffer[]; bytes: number; sinceMs: number } | undefined;
  /** While an answer is under way: what came behind its request, to be answered in its turn. */
  held: Buffer[] | undefined;
  /** Nothing more will come. */
  isAtEnd: boolean;
  /** Takes the lane's ears off the socket. */
  letGo: () => void;
};

const joined = (parts: Buffer[]): Buffer => (parts.length === 1 ? parts[0]! : Buffer.concat(parts));

/** Who does not read the answers gets to ask no more. */
function goOn(socket: Socket): void {
  if (!socket.writableNeedDrain) {
    if (socket.isPaused()) socket.resume();
    return;
  }
  socket.pause();
  if (socket.listenerCount("drain") === 0) socket.once("drain", () => goOn(socket));
}

/**
 * Answers plain GETs and POSTs (trackers, bid requests) straight from the socket, without the streams of node:http,
 * which cost more than a whole auction. What came in one turn of the event loop is answered in one go and sent together.
 * A connection that brings anything else goes over to node:http for good, with all it has sent.
 */
export function addPlainLane(server: Server, options: LaneOptions): Lane {
  const handOver = server.listeners("connection") as ((socket: Socket) => void)[];
  server.removeAllListeners("connection");
  const readHead = plainHeadReader();
  const outbox = newOutbox();
  const connections = new Set<Connection>();
  let touched: Connection[] = [];
  let isTurnDue = false;
  let isStopping = false;

  /** The connection is looked at after all that came in this turn was read. */
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
      const { arrived } = connection;
      if (arrived.length === 0) continue;
      connection.arrived = [];
      take(connection, joined(arrived));
      if (outbox.size() >= mostAtOnce) outbox.send(goOn);
    }
    outbox.send(goOn);
    isTurnDue = false;
    for (const connection of isStopping ? connections : now) endIfOver(connection);
  }

  function endIfOver({ socket, isAtEnd, partial, held }: Connection): void {
    if (!isAtEnd && !isStopping) return;
    if (held !== undefined) return;
    if (partial === undefined) socket.end();
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
    const { socket } = connection;
    add(socket, await answer);
    const held = connection.held ?? [];
    connection.held = undefined;
    connection.arrived.unshift(...held);
    touch(connection);
    if (!socket.destroyed) goOn(socket);
  }

  /** Whether the next request has to wait for the answer. */
  function answerOne(connection: Connection, head: PlainHead, body: Buffer): boolean {
    const { method, path, query, headers, bodyBytes } = head;
    const answer = options.answer({ method, path, query, headers, bodyBytes, body, peer: connection.peer });
    if (!(answer instanceof Promise)) {
      add(connection.socket, answer);
      return false;
    }
    connection.held = [];
    void answerLater(connection, answer);
    return true;
  }

  function answerAll(connection: Connection, bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) {
      const end = bytes.indexOf(headEnd, at, "latin1");
      const head = end < 0 || end - at > mostHeadBytes ? undefined : readHead(bytes.toString("latin1", at, end));
      if (head === undefined || head.bodyBytes > options.mostBodyBytes) {
        giveUp(connection, bytes.subarray(at));
        return;
      }
      const bodyAt = end + headEnd.length;
      at = bodyAt + head.bodyBytes;
      if (at > bytes.length) {
        const part = bytes.subarray(bodyAt);
        connection.partial = { head, parts: [part], bytes: part.length, sinceMs: Date.now() };
      } else if (answerOne(connection, head, head.bodyBytes === 0 ? noBody : bytes.subarray(bodyAt, at))) {
        if (at < bytes.length) hold(connection, bytes.subarray(at));
        return;
      }
    }
  }

  function hold({ socket, held }: Connection, bytes: Buffer): void {
    held!.push(bytes);
    socket.pause();
  }

  function take(connection: Connection, bytes: Buffer): void {
    if (connection.held !== undefined) {
      hold(connection, bytes);
      return;
    }
    const { partial } = connection;
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
    if (!answerOne(connection, head, whole.subarray(0, head.bodyBytes))) answerAll(connection, rest);
    else if (rest.length > 0) hold(connection, rest);
  }

  function giveUp(connection: Connection, bytes: Buffer): void {
    const { socket } = connection;
    // Answers that were given before stand before those that node:http will give.
    outbox.send(goOn);
    connection.letGo();
    if (connection.isAtEnd || socket.destroyed) {
      socket.destroy();
      return;
    }
    socket.setTimeout(0);
    socket.unshift(bytes);
    for (const listener of handOver) listener.call(server, socket);
  }

  server.on("connection", (socket: Socket) => {
    const read = (chunk: Buffer): void => {
      connection.arrived.push(chunk);
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
      socket.off("data", read).off("end", end).off("close", leave).off("error", breakOff).off("timeout", breakOff);
    };
    const peer = socket.remoteAddress ?? "";
    const nothing = { arrived: [], partial: undefined, held: undefined, isAtEnd: false };
    const connection: Connection = { socket, peer, ...nothing, letGo };
    connections.add(connection);
    socket.setNoDelay(true);
    socket.setTimeout(options.keepAliveMs);
    socket.on("data", read).on("end", end).on("close", leave).on("error", breakOff).on("timeout", breakOff);
  });

  const sweep = setInterval(() => {
    const nowMs = Date.now();
    for (const { socket, partial } of connections) {
      if (partial !== undefined && nowMs - partial.sinceMs > options.requestTimeoutMs) socket.destroy();
    }
  }, sweepMs);
  sweep.unref();
  return {
    stop() {
      isStopping = true;
      clearInterval(sweep);
      turn();
    },
  };
}
