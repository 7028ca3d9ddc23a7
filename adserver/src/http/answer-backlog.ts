import type { Socket } from "node:net";
import type { HttpResponse } from "../serving/http-message.ts";
import { isBackpressured } from "./connection-limits.ts";
import { type Connection, putBack, takeBacklog } from "./fast-path-connection.ts";
import type { RequestHead, requestHeadReader } from "./fast-path-message.ts";
import type { ResponseBatcher } from "./response-batcher.ts";

const maxHeadBytes = 16 * 1024;
const headEnd = "\r\n\r\n";
const noBody = Buffer.alloc(0);
/** The largest batch of responses. */
export const maxBatchedAnswers = 64;

export type FastPathRequest = RequestHead & { body: Buffer; peer: string };

/** Dependencies of responding on the fast path. */
export type Answering = {
  /** Must not throw or reject. */
  answer: (request: FastPathRequest) => HttpResponse | Promise<HttpResponse>;
  /** The response if another one cannot be written. */
  failed: (error: unknown) => HttpResponse;
  maxBodyBytes: number;
  readHead: ReturnType<typeof requestHeadReader>;
  batcher: ResponseBatcher;
  /** Schedules the connection for a turn. */
  touch: (connection: Connection) => void;
  /** Hands the connection over to node:http permanently. */
  handOver: (socket: Socket) => void;
};

/** Processes the backlog while the client reads and no response is pending. */
export function answerBacklog(answering: Answering, connection: Connection): void {
  const { socket, backlog, partial } = connection;
  if (backlog.length === 0 || connection.isWaiting || isBackpressured(socket)) return;
  const bytes = takeBacklog(connection);
  if (partial === undefined) {
    answerAll(answering, connection, bytes);
    return;
  }
  const { head, parts } = partial;
  parts.push(bytes);
  partial.bytes += bytes.length;
  if (partial.bytes < head.bodyBytes) return;
  connection.partial = undefined;
  const whole = Buffer.concat(parts);
  const rest = whole.subarray(head.bodyBytes);
  if (answerOne(answering, connection, head, whole.subarray(0, head.bodyBytes))) putBack(connection, rest);
  else answerAll(answering, connection, rest);
}

/** Answers the requests in `bytes`; keeps incomplete and waiting ones. */
function answerAll(answering: Answering, connection: Connection, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(headEnd, at, "latin1");
    if (end < 0 && connection.isPlain && bytes.length - at <= maxHeadBytes && !connection.isAtEnd) {
      connection.headSinceMs ??= Date.now();
      putBack(connection, bytes.subarray(at));
      return;
    }
    const isReadable = end >= 0 && end - at <= maxHeadBytes;
    const head = isReadable ? answering.readHead(bytes.toString("latin1", at, end)) : undefined;
    if (head === undefined || head.bodyBytes > answering.maxBodyBytes) {
      handOverToNode(answering, connection, bytes.subarray(at));
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
    if (answerOne(answering, connection, head, body) || !mayGoOn(answering, connection)) {
      putBack(connection, bytes.subarray(at));
      return;
    }
  }
}

/** Answers a request. Returns whether the next one has to wait for it. */
function answerOne(answering: Answering, connection: Connection, head: RequestHead, body: Buffer): boolean {
  const { method, path, query, headers, bodyBytes } = head;
  connection.isPlain = true;
  const answer = answering.answer({ method, path, query, headers, bodyBytes, body, peer: connection.peer });
  if (!(answer instanceof Promise)) {
    add(answering, connection.socket, answer);
    return false;
  }
  connection.isWaiting = true;
  void answerLater(answering, connection, answer);
  return true;
}

async function answerLater(answering: Answering, connection: Connection, answer: Promise<HttpResponse>): Promise<void> {
  add(answering, connection.socket, await answer);
  connection.isWaiting = false;
  answering.touch(connection);
}

function add({ batcher, failed }: Answering, socket: Socket, answer: HttpResponse): void {
  try {
    batcher.add(socket, answer);
  } catch (error) {
    batcher.add(socket, failed(error));
  }
}

/** Whether to continue with this connection; sends a full batch to find out whether the client reads. */
function mayGoOn({ batcher }: Answering, { socket }: Connection): boolean {
  if (batcher.size() < maxBatchedAnswers) return true;
  batcher.send();
  return !isBackpressured(socket);
}

function handOverToNode({ batcher, handOver }: Answering, connection: Connection, bytes: Buffer): void {
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
  handOver(socket);
}
