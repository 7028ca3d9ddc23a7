import { defaultLanguage } from "@litfass/contract/kernel/language";
import type { launchStatuses } from "@litfass/contract/operations/launch-checklist";
import { defaultSettings } from "@litfass/contract/settings/default-settings";
import { createEgress } from "@litfass/platform/egress/egress";
import { drizzle } from "drizzle-orm/node-postgres";
import { launchExaminer } from "../../modules/operations/index.ts";
import { type Check, type CheckStatus, onDatabase } from "./check.ts";

const statuses: Record<(typeof launchStatuses)[number], CheckStatus> = {
  ready: "ok",
  attention: "warning",
  missing: "failed",
};

/**
 * What is missing before customers can buy: every line of the screen, in its order, also where another check says more
 * about a service. A trial installation may be incomplete.
 */
export const readyToSell: Check = {
  name: "ready to sell",
  run: onDatabase(async (client, { config, now }) => {
    const context = {
      db: drizzle({ client }),
      config,
      clock: { now },
      egress: createEgress({ privateHosts: config.privateHosts }),
      defaultSettings: defaultSettings(config),
    };
    const found = await launchExaminer(context)(defaultLanguage);
    return found.map(({ check, status, finding }) => ({
      status: status === "ready" || config.production ? statuses[status] : "not configured",
      found: `${check}: ${finding}`,
    }));
  }),
};
