import path from "node:path";
import { child, cpuOf, firstLine } from "./child.ts";
import type { ClientResult } from "./client.ts";

/** The best of several rounds, alternating with the compared ones. */
export type Measured = { perSecond: number; cpuMicros: number; last: ClientResult; port: string };

export type Comparison = {
  /** Arguments of `serve.ts` for each server. The first one is the baseline. */
  servers: Record<string, (string | number)[]>;
  load: "bids" | "unique-bids" | "impressions";
  connections: number;
};

const roundMs = Number(process.env.BENCH_ROUND_MS ?? 2_500);
const rounds = Number(process.env.BENCH_ROUNDS ?? 4);
/** The warm-up time until repeated requests reach full speed. */
const warmMs = Number(process.env.BENCH_WARM_MS ?? 10_000);
const serve = path.join(import.meta.dirname, "serve.ts");
const client = path.join(import.meta.dirname, "client.ts");

/** Generates load on a port from a separate process; at `perSecond` if given, else at the maximum. */
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
 * One core for the servers, one for the client, in one run and alternating, so that other load on the machine affects
 * all of them equally. Each is warmed up first. `afterwards` runs while the servers are still running.
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
