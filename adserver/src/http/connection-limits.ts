import type { Socket } from "node:net";
import { sourceOf } from "@litfass/platform/config/network";

/** Several exchanges behind one address stay far below; an idle connection costs a few kilobytes. */
export const maxConnectionsPerPeer = 1_000;
/** The limit of unsent responses of all connections. */
export const maxUnsentBytes = 256 * 1024 * 1024;
/** A connection whose client reads nothing for this long is closed. */
export const stalledMs = 30_000;

const tooMany = "HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";

/** Whether a peer may open one more connection; otherwise it gets a 429 and is closed. */
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

/** Whether more is buffered than the kernel accepts: such a client is not read from. */
export const isBackpressured = (socket: Socket): boolean => socket.writableLength >= socket.writableHighWaterMark;

export type UnsentAnswers = {
  /** Counts the memory of unsent responses until the returned function is called. Shared memory counts once. */
  hold(socket: Socket, memory: Memory[]): () => void;
};
type Memory = { byteLength: number };

function longestBehind(holdsOf: Map<Socket, number>): Socket | undefined {
  for (const socket of holdsOf.keys()) if (!socket.destroyed) return socket;
  return undefined;
}

/** Bounds the memory of unsent responses by closing the connections that have been behind longest. */
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
      // A closed connection releases its memory a moment later, so each excess response closes one.
      if (total > maxBytes) longestBehind(holdsOf)?.destroy();
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
