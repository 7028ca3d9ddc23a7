import { type Role, roles } from "@litfass/contract/kernel/roles";
import type { Page } from "playwright-core";
import { callApi } from "../../support/call-api.ts";

type List<Row> = { data: Row[] };
export type DemoCampaign = { id: number; owner: string; type: "display" | "video"; status: string };

/** The demo objects named in the example paths. */
export type DemoObjects = {
  /** The demo user of each role. */
  uids: Record<Role, string>;
  /** Campaigns of the demo's two advertisers. */
  campaigns: DemoCampaign[];
  /** A bulk campaign of the account manager for the assigned customer. */
  bulkCampaign: number;
  campaignTemplate: number;
  creativeGroup: string;
  creative: string;
};

/**
 * Reads the demo as a super admin, who may access everything, and adds a campaign template, because the demo has
 * none.
 */
export async function readDemoObjects(superAdmin: Page): Promise<DemoObjects> {
  const rowsAt = async <Row>(path: string): Promise<Row[]> => (await callApi<List<Row>>(superAdmin, "GET", path)).data;
  const firstAt = async <Row>(path: string): Promise<Row> => {
    const [row] = await rowsAt<Row>(path);
    if (!row) throw new Error(`${path} is empty`);
    return row;
  };
  const uids = {} as Record<Role, string>;
  for (const role of roles) {
    const email = `${role.replaceAll("_", "-")}@demo.example`;
    const people = await rowsAt<{ uid: string; email: string }>(`/users?search=${email}`);
    uids[role] = people.find((person) => person.email === email)?.uid ?? "";
  }
  const campaigns: DemoCampaign[] = [];
  for (const role of ["customer", "advanced_advertiser"] as const) {
    campaigns.push(...(await rowsAt<DemoCampaign>(`/user-campaigns/${uids[role]}/campaigns?per_page=100`)));
  }
  const bulk = await firstAt<{ id: number }>("/bulk-campaigns?search=Branches in winter");
  const template = await callApi<{ id: number }>(superAdmin, "POST", "/user-campaigns/templates", { name: "Weekend" });
  return {
    uids,
    campaigns,
    bulkCampaign: bulk.id,
    campaignTemplate: template.id,
    creativeGroup: (await firstAt<{ uuid: string }>("/creative-groups")).uuid,
    creative: (await firstAt<{ uuid: string }>("/creatives")).uuid,
  };
}
