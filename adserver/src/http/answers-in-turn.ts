import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The limit of pipelined requests that wait on one connection; node:http reads thousands at once. */
const maxWaitingRequests = 10_000;

/**
 * Sends pipelined responses one after the other, because node:http accepts all requests of a connection and buffers
 * responses without limit. Call it when a request begins; the returned function runs its argument once the kernel has
 * taken the previous response. A connection with too many waiting requests is closed.
 */
export function answersInOrder(): (request: IncomingMessage, response: ServerResponse) => (run: () => void) => void {
  const queues = new WeakMap<Socket, { last: ServerResponse; waiting: number }>();
  return ({ socket }, response) => {
    const queue = queues.get(socket);
    const previous = queue?.last;
    const own = queue ?? { last: response, waiting: 0 };
    own.last = response;
    queues.set(socket, own);
    if (previous === undefined || previous.closed) return (run) => run();
    own.waiting++;
    if (own.waiting > maxWaitingRequests) socket.destroy();
    return (run) => {
      const go = (): void => {
        own.waiting--;
        if (!socket.destroyed) run();
      };
      if (previous.closed) go();
      else previous.once("close", go);
    };
  };
}
