import { expect, test } from "vitest";
import { endpoints } from "../index.ts";
import type { EndpointDefinition } from "../kernel/endpoint.ts";
import { roles } from "../kernel/roles.ts";
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
  for (const [name, { who }] of calls) {
    expect([name, ...roles.filter((role) => editors.includes(role) && reachOf(who, role) === null)]).toEqual([name]);
  }
  expect(editors).toContain("campaign_manager");
});
