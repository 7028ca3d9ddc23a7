import { setTimeout } from "node:timers/promises";
import type { CommandServices } from "@litfass/platform/command/command";
import type { Execute } from "@litfass/platform/command/execute";
import type { Platform } from "@litfass/platform/platform";
import { type BackOff, withBackOff } from "./calls/back-off.ts";
import { createPauses, type Pauses } from "./calls/pauses.ts";
import { createResponseCache, type ResponseCache } from "./calls/response-cache.ts";
import { createServiceClients, type ServiceClients } from "./service-clients.ts";

/** What the module's calls share. */
export type ConnectionContext = {
  platform: Platform;
  execute: Execute<CommandServices>;
  clients: ServiceClients;
  answers: ResponseCache;
  pauses: Pauses;
};

/** Opens what the module's calls share. Reading calls are repeated where a service fails for the moment. */
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
