import type { Socket } from "node:net";
import { sourceOf } from "@litfass/platform/config/network";

/** Several exchanges behind one address stay far below; idle connections cost a few kilobytes each. */
export const maxConnectionsPerPeer = 1_000;
/** Answers of all connections that wait for their readers. */
export const maxUnsentBytes = 256 * 1024 * 1024;
/** A connection whose reader takes nothing for so long is closed. */
export const stalledMs = 30_000;

const tooMany = "HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";

/** Whether a peer may open one more connection; one that may not is told so and closed. */
export function connectionLimit(isExempt: (address: string) => boolean): (socket: Socket) => boolean {
  const open = new Map<string, number>();
  return (socket) => {
    const address = socket.remoteAddress ?? "";
    if (isExempt(address)) return true;
    const peer = sourceOf(address);
    const count = (open.get(peer) ?? 0) + 1;
    if (count > maxConnectionsPerPeer) {
      socket.on("error", () => socket.destroy());
      socket.end(tooMany, () => socket.destroy());
      return false;
    }
    open.set(peer, count);
    socket.once("close", () => {
      const left = (open.get(peer) ?? 1) - 1;
      if (left === 0) open.delete(peer);
      else open.set(peer, left);
    });
    return true;
  };
}

/** More is buffered than the kernel takes: whoever does not read the answers may ask no more. */
export const isBehind = (socket: Socket): boolean => socket.writableLength >= socket.writableHighWaterMark;

export type UnsentAnswers = {
  /** Counts memory that a connection's unsent answers lie in, once however many of them share it, until `release`. */
  hold(socket: Socket, memory: Memory[]): () => void;
};
type Memory = { byteLength: number };

function longestOf(holdsOf: Map<Socket, number>): Socket | undefined {
  for (const socket of holdsOf.keys()) if (!socket.destroyed) return socket;
  return undefined;
}

/** Bounds the memory of unsent answers: beyond it the connections that have been behind longest are closed. */
export function unsentAnswers(maxBytes = maxUnsentBytes): UnsentAnswers {
  const holdsOf = new Map<Socket, number>();
  const usesOf = new Map<Memory, number>();
  let total = 0;
  return {
    hold(socket, memory) {
      holdsOf.set(socket, (holdsOf.get(socket) ?? 0) + 1);
      for (const each of memory) {
        const uses = usesOf.get(each) ?? 0;
        if (uses === 0) total += each.byteLength;
        usesOf.set(each, uses + 1);
      }
      // What a closed connection held is released a moment later, so each answer too many closes one.
      if (total > maxBytes) longestOf(holdsOf)?.destroy();
      return () => {
        const holds = (holdsOf.get(socket) ?? 1) - 1;
        if (holds === 0) holdsOf.delete(socket);
        else holdsOf.set(socket, holds);
        for (const each of memory) {
          const uses = (usesOf.get(each) ?? 1) - 1;
          if (uses > 0) usesOf.set(each, uses);
          else {
            usesOf.delete(each);
            total -= each.byteLength;
          }
        }
      };
    },
  };
}
