import type { Socket } from "node:net";
import { newBufferWriter } from "../openrtb/response/buffer-writer.ts";
import type { HttpResponse } from "../serving/http-message.ts";
import type { UnsentAnswers } from "./connection-limits.ts";
import { responseWriter } from "./fast-path-message.ts";

/**
 * Responses that wait to be sent. They share a reused buffer and are sent together: the client wakes up once for
 * several responses, and a wake-up costs a third of a bid.
 */
export type ResponseBatcher = {
  /** Throws a TypeError for an unsafe header; nothing is added then. */
  add(socket: Socket, answer: HttpResponse): void;
  /** The number of waiting responses. */
  size(): number;
  send(): void;
};

/** A range of the shared buffer, followed by a body that is sent from its own memory. */
type Entry = { socket: Socket; from: number; to: number; body: Buffer | undefined };

const initialBytes = 256 * 1024;

const nothing = Buffer.alloc(0);

export function newResponseBatcher(unsent: UnsentAnswers): ResponseBatcher {
  const writeResponse = responseWriter();
  let writer = newBufferWriter(initialBytes);
  let entries: Entry[] = [];
  return {
    add(socket, answer) {
      const from = writer.end;
      const body = writeResponse(writer, answer, Date.now());
      entries.push({ socket, from, to: writer.end, body });
    },
    size: () => entries.length,
    send() {
      let isLeft = false;
      for (const { socket, from, to, body } of entries) {
        if (socket.destroyed) continue;
        socket.write(writer.bytes.subarray(from, to));
        if (body !== undefined) socket.write(body);
        if (socket.writableLength === 0) continue;
        isLeft = true;
        const memory = body === undefined ? [writer.bytes.buffer] : [writer.bytes.buffer, body.buffer];
        // Writes are ordered, so its callback means that everything before is sent.
        socket.write(nothing, unsent.hold(socket, memory));
      }
      entries = [];
      // The kernel may still read from the buffer, so it is replaced.
      if (isLeft || writer.bytes.length > initialBytes) writer = newBufferWriter(initialBytes);
      else writer.end = 0;
    },
  };
}
