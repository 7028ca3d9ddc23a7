import path from "node:path";
import { child, cpuOf, firstLine } from "./child.ts";
import type { ClientResult } from "./client.ts";

/** The best of several rounds, taken in turns with those it is compared with. */
export type Measured = { perSecond: number; cpuMicros: number; last: ClientResult; port: string };

export type Comparison = {
  /** How each server is started: arguments of `serve.ts`. The first one is the baseline. */
  servers: Record<string, (string | number)[]>;
  load: "bids" | "impressions";
  connections: number;
};

const roundMs = Number(process.env.BENCH_ROUND_MS ?? 2_500);
const rounds = Number(process.env.BENCH_ROUNDS ?? 4);
/** So long until what is asked again and again runs as fast as it will. */
const warmMs = Number(process.env.BENCH_WARM_MS ?? 10_000);
const serve = path.join(import.meta.dirname, "serve.ts");
const client = path.join(import.meta.dirname, "client.ts");

/** Puts load on a port from a process of its own; by `perSecond` where told, else as much as it takes. */
export async function ask(
  load: string,
  port: string,
  connections: number,
  durationMs: number,
  perSecond = 0,
): Promise<ClientResult> {
  return JSON.parse(
    await firstLine(child(client, 1, [load, port, connections, durationMs, perSecond])),
  ) as ClientResult;
}

/**
 * One core for the servers, one for the client, all in one run and in turns, so that what else the machine does meets
 * all of them. Each is warmed up before. `afterwards` runs while the servers still do.
 */
export async function compare(
  { servers, load, connections }: Comparison,
  afterwards: (measured: Map<string, Measured>) => Promise<void>,
): Promise<void> {
  const running = Object.entries(servers).map(([name, args]) => ({ name, process: child(serve, 0, args) }));
  const measured = new Map<string, Measured>();
  try {
    const ports = await Promise.all(running.map((server) => firstLine(server.process)));
    for (const port of ports) await ask(load, port, connections, warmMs);
    for (let round = 0; round < rounds; round++) {
      for (const [at, server] of running.entries()) {
        const port = ports[at]!;
        const before = await cpuOf(server.process);
        const last = await ask(load, port, connections, roundMs);
        const cpuMicros = ((await cpuOf(server.process)) - before) / last.requests;
        const best = measured.get(server.name);
        measured.set(server.name, {
          perSecond: Math.max(last.perSecond, best?.perSecond ?? 0),
          cpuMicros: Math.min(cpuMicros, best?.cpuMicros ?? cpuMicros),
          last,
          port,
        });
      }
    }
    await afterwards(measured);
  } finally {
    for (const server of running) server.process.kill();
  }
}
