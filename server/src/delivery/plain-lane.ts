import type { Server } from "node:http";
import type { Socket } from "node:net";
import { answerWriter, type PlainHead, plainHeadReader } from "./plain-message.ts";
import type { WireAnswer } from "./wire.ts";

const mostHeadBytes = 16 * 1024;
const sweepMs = 1_000;
const headEnd = "\r\n\r\n";
const noBody = Buffer.alloc(0);

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

/** A request whose body is still on its way. */
type Partial = { head: PlainHead; parts: Buffer[]; bytes: number; sinceMs: number };

/**
 * Answers plain GETs and POSTs (trackers, bid requests) straight from the socket, without the streams of node:http,
 * which cost more than a whole auction. A connection that brings anything else goes over to node:http for good, with
 * all it has sent.
 */
export function addPlainLane(server: Server, options: LaneOptions): Lane {
  const handOver = server.listeners("connection") as ((socket: Socket) => void)[];
  server.removeAllListeners("connection");
  const readHead = plainHeadReader();
  const sockets = new Set<Socket>();
  const partials = new Map<Socket, Partial>();
  /** Connections whose answer is under way, with what they sent meanwhile: it is answered in its turn. */
  const waiting = new Map<Socket, Buffer[]>();
  let isStopping = false;

  const writer = answerWriter();
  const bytesOf = (answer: WireAnswer): Buffer => {
    try {
      return writer.write(answer, Date.now());
    } catch (error) {
      return writer.write(options.failed(error), Date.now());
    }
  };

  server.on("connection", (socket: Socket) => {
    const peer = socket.remoteAddress ?? "";
    const leave = (): void => {
      sockets.delete(socket);
      partials.delete(socket);
      waiting.delete(socket);
    };
    const breakOff = (): void => void socket.destroy();
    const giveUp = (bytes: Buffer): void => {
      socket.off("data", take).off("close", leave).off("error", breakOff).off("timeout", breakOff);
      socket.setTimeout(0);
      leave();
      socket.unshift(bytes);
      for (const listener of handOver) listener.call(server, socket);
    };
    const write = (given: WireAnswer): void => {
      if (socket.destroyed) return;
      socket.write(bytesOf(given));
      // What the socket did not take at once is still read from where it was written.
      if (socket.writableLength > 0) writer.leave();
    };
    const writeLater = async (answer: Promise<WireAnswer>): Promise<void> => {
      write(await answer);
      const held = waiting.get(socket) ?? [];
      waiting.delete(socket);
      if (socket.destroyed) return;
      goOn();
      if (held.length > 0) answerAll(Buffer.concat(held));
      if (isStopping && !waiting.has(socket) && !partials.has(socket)) socket.end();
    };
    /** Whether the next request has to wait for the answer. */
    const answerOne = (head: PlainHead, body: Buffer): boolean => {
      const answer = options.answer({ ...head, body, peer });
      if (!(answer instanceof Promise)) {
        write(answer);
        return false;
      }
      waiting.set(socket, []);
      void writeLater(answer);
      return true;
    };
    const answerAll = (bytes: Buffer): void => {
      for (let at = 0; at < bytes.length; ) {
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
        } else if (answerOne(head, head.bodyBytes === 0 ? noBody : bytes.subarray(bodyAt, at))) {
          if (at < bytes.length) hold(bytes.subarray(at));
          break;
        }
      }
      if (socket.writableNeedDrain) goOn();
    };
    /** Who does not read the answers gets to ask no more. */
    const goOn = (): void => {
      if (!socket.writableNeedDrain) {
        if (socket.isPaused()) socket.resume();
        return;
      }
      socket.pause();
      socket.once("drain", goOn);
    };
    const hold = (bytes: Buffer): void => {
      waiting.get(socket)?.push(bytes);
      socket.pause();
    };
    const take = (chunk: Buffer): void => {
      if (waiting.has(socket)) {
        hold(chunk);
        return;
      }
      const partial = partials.get(socket);
      if (partial === undefined) {
        answerAll(chunk);
        return;
      }
      const { head, parts } = partial;
      parts.push(chunk);
      partial.bytes += chunk.length;
      if (partial.bytes < head.bodyBytes) return;
      partials.delete(socket);
      const bytes = Buffer.concat(parts);
      const rest = bytes.subarray(head.bodyBytes);
      if (!answerOne(head, bytes.subarray(0, head.bodyBytes))) answerAll(rest);
      else if (rest.length > 0) hold(rest);
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
      isStopping = true;
      clearInterval(sweep);
      for (const socket of sockets) if (!partials.has(socket) && !waiting.has(socket)) socket.end();
    },
  };
}
