import type { CommandServices } from "@litfass/platform/command/command";
import { createExecutor, type Execute } from "@litfass/platform/command/execute";
import type { Platform } from "@litfass/platform/platform";
import { approvalPolicy, billingServices, hasMoneyInUse } from "../modules/billing/index.ts";
import {
  changeDraftCurrency,
  getCampaign,
  getCampaignForChange,
  previewedCampaign,
  recordContent,
  reviewRunningCampaigns,
  selectingCampaigns,
} from "../modules/campaigns/index.ts";
import { type CampaignAccess, createNativeCrops } from "../modules/creatives/index.ts";
import { createIdentityHooks, createIdentityService } from "../modules/identity/index.ts";
import { reconcileInvoice } from "../modules/supply/index.ts";
import { closingParts } from "./closing-account-parts.ts";
import { moduleCommands } from "./module-commands.ts";

export const campaignAccess: CampaignAccess = {
  get: getCampaign,
  lock: getCampaignForChange,
  recordContent,
  preview: previewedCampaign,
};

/** Services that modules offer each other's commands. */
export function appServices(platform: Platform): CommandServices {
  const identity = createIdentityService(platform);
  return {
    ...billingServices(platform),
    retryJob: (queue, id) => platform.jobs.retry(queue, id),
    selectingCampaigns,
    reconcileInvoice: (invoice) => reconcileInvoice(platform, invoice),
    operatorSettings: platform.settings,
    defaultSettings: platform.defaultSettings,
    campaignAccess,
    nativeCrops: createNativeCrops(),
    identity,
    identityHooks: createIdentityHooks(identity),
    currencyHooks: { hasMoneyInUse, changeDrafts: changeDraftCurrency },
    lineHooks: { reviewRunning: reviewRunningCampaigns },
    closing: closingParts(platform),
  };
}

/** The executor of the application's commands. */
export const createAppExecutor = (platform: Platform, services = appServices(platform)): Execute<CommandServices> =>
  createExecutor<CommandServices>(platform, services, { commands: moduleCommands, approvals: approvalPolicy });
