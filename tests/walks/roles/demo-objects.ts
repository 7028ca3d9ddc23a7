import type { CampaignType } from "@litfass/contract/campaigns/campaigns";
import { type Role, roles } from "@litfass/contract/kernel/roles";
import type { Page } from "playwright-core";
import { callApi } from "../../support/call-api.ts";

type List<Row> = { data: Row[] };
export type DemoCampaign = { id: number; owner: string; type: CampaignType; status: string };

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
  publisher: number;
  /** Open to all accounts, so that every role that may read deals reads it. */
  deal: number;
  exchangeInvoice: number;
};

const newDeal = () => ({
  deal_id: `PMP-${Date.now()}`,
  name: "Every screen",
  exchange: "sandbox",
  placement_ids: [],
  price_kind: "floor",
  price: 12,
  currency: "CHF",
  start_on: null,
  end_on: null,
  account_uids: [],
  note: "",
});
const invoice = {
  exchange: "sandbox",
  month: "2020-10",
  csv: "day,currency,impressions,media\n2020-10-10,CHF,1000,5.00",
};

/**
 * Reads the demo as a super admin, who may access everything, and adds what the demo lacks: a campaign template, a deal
 * and an exchange's invoice.
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
  const add = async (path: string, body: object): Promise<number> =>
    (await callApi<{ id: number }>(superAdmin, "POST", path, body)).id;
  return {
    uids,
    campaigns,
    bulkCampaign: bulk.id,
    campaignTemplate: await add("/user-campaigns/templates", { name: "Weekend" }),
    publisher: (await firstAt<{ id: number }>("/publishers")).id,
    deal: await add("/deals", newDeal()),
    exchangeInvoice: await add("/exchange-invoices", invoice),
    creativeGroup: (await firstAt<{ uuid: string }>("/creative-groups")).uuid,
    creative: (await firstAt<{ uuid: string }>("/creatives")).uuid,
  };
}
