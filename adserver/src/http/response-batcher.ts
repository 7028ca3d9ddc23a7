import type { Socket } from "node:net";
import { newByteSheet } from "../openrtb/response/buffer-writer.ts";
import type { WireAnswer } from "../serving/http-message.ts";
import type { UnsentAnswers } from "./connection-limits.ts";
import { answerPutter } from "./fast-path-message.ts";

/**
 * Answers on their way to the connections that asked. They are written one behind the other into memory that is used
 * again, and sent together: the kernel wakes who waits for several of them once, where each answer by itself would cost
 * as much as a third of a bid.
 */
export type Outbox = {
  /** Throws a TypeError where a header is unsafe; nothing is added then. */
  add(socket: Socket, answer: WireAnswer): void;
  /** Answers that wait to be sent. */
  size(): number;
  send(): void;
};

/** Bytes on the sheet, and behind them a body that is sent from where it lies. */
type Entry = { socket: Socket; from: number; to: number; body: Buffer | undefined };

const sheetBytes = 256 * 1024;

const nothing = Buffer.alloc(0);

export function newOutbox(unsent: UnsentAnswers): Outbox {
  const putAnswer = answerPutter();
  let sheet = newByteSheet(sheetBytes);
  let entries: Entry[] = [];
  return {
    add(socket, answer) {
      const from = sheet.end;
      const body = putAnswer(sheet, answer, Date.now());
      entries.push({ socket, from, to: sheet.end, body });
    },
    size: () => entries.length,
    send() {
      let isLeft = false;
      for (const { socket, from, to, body } of entries) {
        if (socket.destroyed) continue;
        socket.write(sheet.bytes.subarray(from, to));
        if (body !== undefined) socket.write(body);
        if (socket.writableLength === 0) continue;
        isLeft = true;
        const memory = body === undefined ? [sheet.bytes.buffer] : [sheet.bytes.buffer, body.buffer];
        // Written in its turn, so it is done when all before it is.
        socket.write(nothing, unsent.hold(socket, memory));
      }
      entries = [];
      // What a socket did not take at once is still read from where it was written.
      if (isLeft || sheet.bytes.length > sheetBytes) sheet = newByteSheet(sheetBytes);
      else sheet.end = 0;
    },
  };
}
