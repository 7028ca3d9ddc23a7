import { randomInt } from "node:crypto";
import { createServer } from "node:net";

// Below the range from which Linux (32768), macOS and Windows (49152) take the local ports of outgoing connections:
// a port from that range could be taken again before a server that starts later listens on it.
const lowest = 15_000;
const beyondHighest = 32_000;
const maxAttempts = 100;

/** Ports already returned by this process, whose servers may not listen yet. */
const returned = new Set<number>();

/**
 * A TCP port of 127.0.0.1 for a server that starts later, never returned twice by a process.
 * @throws if no port is found free after many attempts.
 */
export async function freePort(pick = () => randomInt(lowest, beyondHighest)): Promise<number> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const port = pick();
    if (returned.has(port)) continue;
    returned.add(port);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port found between ${lowest} and ${beyondHighest}`);
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const listens = await new Promise<boolean>((resolve) => {
    probe.once("error", () => resolve(false));
    // Every address: a server on another one would make the later start fail.
    probe.listen(port, () => resolve(true));
  });
  if (listens) await new Promise((resolve) => probe.close(resolve));
  return listens;
}
