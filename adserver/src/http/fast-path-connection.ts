import type { Socket } from "node:net";
import { isBackpressured, stalledMs } from "./connection-limits.ts";
import type { RequestHead } from "./fast-path-message.ts";

/** The bytes a connection may pipeline while earlier requests are answered. */
const maxBacklogBytes = 256 * 1024;

export type Connection = {
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

export type ConnectionEvents = {
  /** Bytes arrived, the client reads again, or it closed its side. */
  touched: (connection: Connection) => void;
  closed: (connection: Connection) => void;
  /** The idle limit. */
  keepAliveMs: number;
};

/** Listens to a socket until `detach`. */
export function openConnection(socket: Socket, { touched, closed, keepAliveMs }: ConnectionEvents): Connection {
  const read = (chunk: Buffer): void => {
    connection.backlog.push(chunk);
    connection.backlogBytes += chunk.length;
    if (connection.backlogBytes >= maxBacklogBytes) socket.pause();
    touched(connection);
  };
  const drained = (): void => {
    connection.isDraining = false;
    // No byte was read in the meantime.
    connection.headSinceMs = undefined;
    if (connection.partial !== undefined) connection.partial.sinceMs = Date.now();
    socket.setTimeout(keepAliveMs);
    touched(connection);
  };
  const end = (): void => {
    connection.isAtEnd = true;
    touched(connection);
  };
  const leave = (): void => closed(connection);
  const breakOff = (): void => void socket.destroy();
  const connection: Connection = {
    socket,
    peer: socket.remoteAddress ?? "",
    backlog: [],
    backlogBytes: 0,
    partial: undefined,
    headSinceMs: undefined,
    isPlain: false,
    isWaiting: false,
    isDraining: false,
    isAtEnd: false,
    drained,
    detach: () => {
      leave();
      socket.off("data", read).off("end", end).off("drain", drained);
      socket.off("close", leave).off("error", breakOff).off("timeout", breakOff);
    },
  };
  socket.setNoDelay(true);
  socket.setTimeout(keepAliveMs);
  socket.on("data", read).on("end", end).on("close", leave).on("error", breakOff).on("timeout", breakOff);
  return connection;
}

/** Puts bytes back in front of the backlog. */
export function putBack(connection: Connection, bytes: Buffer): void {
  if (bytes.length === 0) return;
  connection.backlog.unshift(bytes);
  connection.backlogBytes += bytes.length;
}

/** Takes everything that was received. */
export function takeBacklog(connection: Connection): Buffer {
  const { backlog } = connection;
  connection.backlog = [];
  connection.backlogBytes = 0;
  const [first] = backlog;
  return first !== undefined && backlog.length === 1 ? first : Buffer.concat(backlog);
}

/** Resumes, pauses or ends a connection after its turn. */
export function settle(connection: Connection, isStopping: boolean): void {
  const { socket, backlog, isWaiting, isAtEnd, partial } = connection;
  if (socket.destroyed || connection.isDraining) return;
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

/** Whether a request that began before `timeoutMs` is still incomplete, although its client reads responses. */
export function isOverdue({ partial, headSinceMs, isDraining }: Connection, nowMs: number, timeoutMs: number): boolean {
  return !isDraining && nowMs - (partial?.sinceMs ?? headSinceMs ?? nowMs) > timeoutMs;
}
