import type { AnyCommand } from "@litfass/platform/command/command";
import { bankCommands } from "../modules/bank/index.ts";
import { billingCommands } from "../modules/billing/index.ts";
import { bulkCampaignCommands } from "../modules/campaigns/bulk/index.ts";
import { campaignCommands } from "../modules/campaigns/index.ts";
import { connectionCommands } from "../modules/connections/index.ts";
import { creativeCommands } from "../modules/creatives/index.ts";
import { identityCommands } from "../modules/identity/index.ts";
import { operationCommands } from "../modules/operations/index.ts";
import { publisherCommands } from "../modules/publishers/index.ts";
import { reportingCommands } from "../modules/reporting/index.ts";
import { settingsCommands } from "../modules/settings/index.ts";
import { siteCommands } from "../modules/site/index.ts";
import { releaseLeases } from "../modules/spend/index.ts";
import { dealCommands } from "../modules/supply/deals/index.ts";
import { supplyCommands } from "../modules/supply/index.ts";
import { targetingCommands } from "../modules/targeting/index.ts";
import { transparencyCommands } from "../modules/transparency/index.ts";
import { userCommands } from "../modules/users/index.ts";

/** Every command of the application, module by module. */
export const moduleCommands: readonly AnyCommand[] = [
  ...bankCommands,
  ...billingCommands,
  ...bulkCampaignCommands,
  ...campaignCommands,
  ...connectionCommands,
  ...creativeCommands,
  ...identityCommands,
  ...targetingCommands,
  ...userCommands,
  releaseLeases,
  ...operationCommands,
  ...publisherCommands,
  ...reportingCommands,
  ...settingsCommands,
  ...siteCommands,
  ...supplyCommands,
  ...dealCommands,
  ...transparencyCommands,
];
