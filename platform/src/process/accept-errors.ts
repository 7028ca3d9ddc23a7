import type { Server } from "node:net";
import type { Log } from "../log/log.ts";

/**
 * Keeps a server that listens alive when the system cannot hand over a connection, as without memory or by a rule of its firewall: Node
 * reports that as an error of the server, which ends a process without a listener.
 */
export function surviveAcceptErrors(server: Server, log: Pick<Log, "error">): void {
  server.on("error", (error) => log.error({ err: error }, "a connection could not be accepted"));
}
