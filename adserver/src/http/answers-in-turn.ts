import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Requests of one connection that may wait for the answers before them; node:http reads some thousands at once. */
const maxWaitingRequests = 10_000;

/**
 * For node:http, which hands over all requests that a connection pipelines and buffers their answers however slowly the
 * client reads. Call it as a request begins; what is given to the function that comes back runs once the kernel has
 * taken the answer before. A connection with too many requests waiting is closed.
 */
export function answersInTurn(): (request: IncomingMessage, response: ServerResponse) => (run: () => void) => void {
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
