import type { Server } from "node:http";
import type { Socket } from "node:net";
import { type PlainHead, plainAnswer, plainHeadReader } from "./plain-post.ts";
import type { WireAnswer } from "./wire.ts";

const mostHeadBytes = 16 * 1024;
const sweepMs = 1_000;
const headEnd = "\r\n\r\n";

export type PlainPost = PlainHead & { body: Buffer; peer: string };

export type LaneOptions = {
  answer: (request: PlainPost) => WireAnswer;
  mostBodyBytes: number;
  /** A request must be complete after so long. */
  requestTimeoutMs: number;
  /** A connection without a request is kept so long. */
  keepAliveMs: number;
};

export type Lane = { stop(): void };

/** A request whose body is still on its way. */
type Partial = { head: PlainHead; parts: Buffer[]; bytes: number; sinceMs: number };

/**
 * Answers plain POSTs (bid requests) straight from the socket, without the streams of node:http, which cost more than
 * a whole auction. A connection that brings anything else goes over to node:http for good, with all it has sent.
 */
export function addPlainPostLane(server: Server, options: LaneOptions): Lane {
  const handOver = server.listeners("connection") as ((socket: Socket) => void)[];
  server.removeAllListeners("connection");
  const readHead = plainHeadReader();
  const sockets = new Set<Socket>();
  const partials = new Map<Socket, Partial>();

  server.on("connection", (socket: Socket) => {
    const peer = socket.remoteAddress ?? "";
    const leave = (): void => {
      sockets.delete(socket);
      partials.delete(socket);
    };
    const breakOff = (): void => void socket.destroy();
    const giveUp = (bytes: Buffer): void => {
      socket.off("data", take).off("close", leave).off("error", breakOff).off("timeout", breakOff);
      socket.setTimeout(0);
      leave();
      socket.unshift(bytes);
      for (const listener of handOver) listener.call(server, socket);
    };
    const write = (head: PlainHead, body: Buffer): void => {
      const answer = plainAnswer(options.answer({ ...head, body, peer }), Date.now());
      if (typeof answer === "string") socket.write(answer, "latin1");
      else socket.write(answer);
    };
    const answerAll = (bytes: Buffer, from: number): void => {
      for (let at = from; at < bytes.length; ) {
        const end = bytes.indexOf(headEnd, at, "latin1");
        const head = end < 0 || end - at > mostHeadBytes ? undefined : readHead(bytes.toString("latin1", at, end));
        if (head === undefined || head.bodyBytes > options.mostBodyBytes) {
          giveUp(bytes.subarray(at));
          return;
        }
        const bodyAt = end + headEnd.length;
        at = bodyAt + head.bodyBytes;
        if (at > bytes.length) {
          const part = bytes.subarray(bodyAt);
          partials.set(socket, { head, parts: [part], bytes: part.length, sinceMs: Date.now() });
        } else write(head, bytes.subarray(bodyAt, at));
      }
      if (!socket.writableNeedDrain) return;
      // Who does not read the answers gets to ask no more.
      socket.pause();
      socket.once("drain", () => socket.resume());
    };
    const take = (chunk: Buffer): void => {
      const partial = partials.get(socket);
      if (partial === undefined) {
        answerAll(chunk, 0);
        return;
      }
      const { head, parts } = partial;
      parts.push(chunk);
      partial.bytes += chunk.length;
      if (partial.bytes < head.bodyBytes) return;
      partials.delete(socket);
      const bytes = Buffer.concat(parts);
      write(head, bytes.subarray(0, head.bodyBytes));
      answerAll(bytes, head.bodyBytes);
    };
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.setTimeout(options.keepAliveMs);
    socket.on("data", take).on("close", leave).on("error", breakOff).on("timeout", breakOff);
  });

  const sweep = setInterval(() => {
    const nowMs = Date.now();
    for (const [socket, { sinceMs }] of partials) if (nowMs - sinceMs > options.requestTimeoutMs) socket.destroy();
  }, sweepMs);
  sweep.unref();
  return {
    stop() {
      clearInterval(sweep);
      // Answers are given at once: a connection without a part of a request has nothing open.
      for (const socket of sockets) if (!partials.has(socket)) socket.end();
    },
  };
}
