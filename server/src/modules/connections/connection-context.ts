import { setTimeout } from "node:timers/promises";
import type { Clock } from "@litfass/platform/clock";
import type { CommandServices } from "@litfass/platform/command/command";
import type { Execute } from "@litfass/platform/command/execute";
import type { Platform } from "@litfass/platform/platform";
import { type BackOff, withBackOff } from "./calls/back-off.ts";
import { createResponseCache, type ResponseCache } from "./calls/response-cache.ts";
import { createServiceClients, type ServiceClients } from "./service-clients.ts";

/** Dependencies shared by the module's calls. */
export type ConnectionContext = {
  platform: Platform;
  execute: Execute<CommandServices>;
  clients: ServiceClients;
  answers: ResponseCache;
  pauses: Pauses;
};

/** Creates the shared dependencies. Reads are retried after temporary failures. */
export function openConnections(
  platform: Platform,
  execute: ConnectionContext["execute"],
  wait: BackOff["wait"] = setTimeout,
): ConnectionContext {
  const egress = withBackOff((url, request) => platform.egress(url, request), { random: platform.random, wait });
  return {
    platform: { ...platform, egress },
    execute,
    clients: createServiceClients(platform),
    answers: createResponseCache(platform.clock),
    pauses: createPauses(platform.clock),
  };
}

const usualPauseMs = 60_000;
const maxPauseMs = 15 * 60_000;
const maxPauses = 1_000;

/** Stops calling a service for as long as it asked: calls during throttling extend it and are rejected anyway. */
type Pauses = { isPaused(name: string): boolean; pause(name: string, milliseconds: number | null): void };

function createPauses(clock: Clock): Pauses {
  const until = new Map<string, number>();
  return {
    isPaused: (name) => (until.get(name) ?? 0) > clock.now().getTime(),
    pause(name, milliseconds) {
      until.delete(name);
      until.set(name, clock.now().getTime() + Math.min(milliseconds ?? usualPauseMs, maxPauseMs));
      const [oldest] = until.keys();
      if (until.size > maxPauses && oldest !== undefined) until.delete(oldest);
    },
  };
}
