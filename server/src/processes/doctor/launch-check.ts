import { defaultLanguage } from "@litfass/contract/kernel/language";
import type { launchStatuses } from "@litfass/contract/operations/launch-checklist";
import { defaultSettings } from "@litfass/contract/settings/default-settings";
import { createEgress } from "@litfass/platform/egress/egress";
import { drizzle } from "drizzle-orm/node-postgres";
import { launchExaminer } from "../../modules/operations/index.ts";
import { type Check, type CheckStatus, onDatabase } from "./check.ts";

/** The parts of the launch checklist that no other check examines. */
const parts = ["brand", "company", "prices", "legal", "exchanges", "approvers"] as const;

const statuses: Record<(typeof launchStatuses)[number], CheckStatus> = {
  ready: "ok",
  attention: "warning",
  missing: "failed",
};

/** What is missing before customers can buy, as on the screen. A trial installation may be incomplete. */
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
    const found = await launchExaminer(context)(defaultLanguage, parts);
    return found.map(({ check, status, finding }) => ({
      status: status === "ready" || config.production ? statuses[status] : "not configured",
      found: `${check}: ${finding}`,
    }));
  }),
};
