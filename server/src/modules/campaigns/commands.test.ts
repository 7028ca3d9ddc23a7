import { endpoints } from "@litfass/contract/index";
import type { EndpointDefinition } from "@litfass/contract/kernel/endpoint";
import type { AnyCommand } from "@litfass/platform/command/command";
import { expect, test } from "vitest";
import { targetingCommands } from "../targeting/index.ts";
import { bulkCampaignCommands } from "./bulk/index.ts";
import { campaignCommands } from "./index.ts";

/** The calls that run a command; commands missing here are run by jobs. */
const callsOf: Record<string, EndpointDefinition[]> = {
  "campaigns.create_campaign": [endpoints.createCampaign],
  "campaigns.change_campaign": [endpoints.changeCampaign],
  "campaigns.undo_change": [endpoints.undoCampaignChange],
  "campaigns.copy_campaign": [endpoints.copyCampaign],
  "campaigns.delete_campaign": [endpoints.deleteCampaign],
  "campaigns.choose_creatives": [endpoints.setCampaignCreatives],
  "campaigns.set_site_rule": [endpoints.setSiteRule],
  "campaigns.activate_campaign": [endpoints.activateCampaign],
  "campaigns.submit_changes": [endpoints.submitCampaignReview],
  "campaigns.appeal_review": [endpoints.appealCampaignReview],
  "campaigns.decide_review": [endpoints.approveReview, endpoints.rejectReview],
  "campaigns.create_template": [endpoints.createCampaignTemplate],
  "campaigns.change_template": [endpoints.changeCampaignTemplate],
  "campaigns.delete_template": [endpoints.deleteCampaignTemplate],
  "campaigns.set_templates_of_user": [endpoints.setUserTemplates],
  "campaigns.create_bulk_campaign": [endpoints.createBulkCampaign],
  "campaigns.change_bulk_campaign": [endpoints.changeBulkCampaign],
  "campaigns.begin_bulk_launch": [endpoints.launchBulkCampaign],
  "campaigns.launch_bulk_customer": [endpoints.launchBulkCampaign],
  "targeting.import_audiences": [endpoints.importAudiences],
  "targeting.create_domain_list": [endpoints.createDomainList],
  "targeting.change_domain_list": [endpoints.changeDomainList],
  "targeting.delete_domain_list": [endpoints.deleteDomainList],
};
const commands: readonly AnyCommand[] = [...campaignCommands, ...bulkCampaignCommands, ...targetingCommands];

test("every call runs a command that is listed", () => {
  const names = commands.map(({ name }) => name);
  expect(Object.keys(callsOf).filter((name) => !names.includes(name))).toEqual([]);
});

test.each(commands.filter(({ name }) => name in callsOf))("$name declares the errors of its calls", (command) => {
  for (const call of callsOf[command.name] ?? []) {
    expect([...command.errors].sort(), `${call.method} ${call.path}`).toEqual([...(call.errors ?? [])].sort());
  }
});
