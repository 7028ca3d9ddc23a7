import { expect, test } from "vitest";
import { endpoints } from "../index.ts";
import type { EndpointDefinition } from "../kernel/endpoint.ts";
import { type Role, roles } from "../kernel/roles.ts";
import { reachOf } from "../kernel/who.ts";
import { campaignEditors } from "./campaigns.ts";

const editors = roles.filter((role) => reachOf(campaignEditors, role) !== null);
const all = Object.entries<EndpointDefinition>(endpoints);
/** Calls that a screen makes only for the roles that may change a campaign's sites. */
const offeredToFewer = ["listSiteRules", "setSiteRule"];

test("[GUARD-010] [ROLE-007] anyone who may work on a campaign may make every call of its screens", () => {
  const unnamed = ["forecastCampaign", "showAdvancedSettings", "searchAudiences", "searchLocations", "listCategories"];
  const calls = all.filter(
    ([name, { path }]) => (path.includes("/:userCampaign") || unnamed.includes(name)) && !offeredToFewer.includes(name),
  );
  expect(calls.length).toBeGreaterThan(30);
  const short = (role: Role, { path, who }: EndpointDefinition): boolean => {
    const [reach, wanted] = [reachOf(who, role), reachOf(campaignEditors, role)];
    // Calls without a campaign in their path return nobody's data.
    return path.includes("/:userCampaign") ? reach !== wanted && reach !== "all" : reach === null;
  };
  for (const [name, endpoint] of calls) {
    expect([name, ...editors.filter((role) => short(role, endpoint))]).toEqual([name]);
  }
  expect(editors.map((role) => [role, reachOf(campaignEditors, role)])).toEqual([
    ["super_admin", "all"],
    ["admin", "all"],
    ["tech_admin", "all"],
    ["campaign_manager", "all"],
    ["sales", "assigned"],
    ["customer", "own"],
    ["advanced_advertiser", "own"],
  ]);
});
