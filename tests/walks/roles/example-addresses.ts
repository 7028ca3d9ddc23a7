import { isCustomer, type Role } from "@litfass/contract/kernel/roles";
import type { DemoCampaign, DemoObjects } from "./demo-objects.ts";

type ExamplesOf = (demo: DemoObjects, role: Role) => string[];

type Example = { campaign: DemoCampaign; query: string };

/**
 * Accessible campaigns (own ones, those of assigned customers, for other staff all): a running one with all its
 * steps, and the differing steps of a draft, of a video and of an audio campaign.
 */
function campaignsOf({ campaigns, uids }: DemoObjects, role: Role): Example[] {
  const owner = isCustomer(role) ? uids[role] : role === "sales" ? uids.customer : null;
  const within = campaigns.filter((campaign) => owner === null || campaign.owner === owner);
  const video = within.find(({ type }) => type === "video");
  const audio = within.find(({ type }) => type === "audio");
  const examples = [
    { campaign: within.find(({ type, status }) => type === "display" && status === "ACTIVE"), query: "" },
    { campaign: within.find(({ type, status }) => type === "display" && status === "DRAFT"), query: "?step=preview" },
    { campaign: video, query: "?step=template" },
    { campaign: video, query: "?step=preview" },
    { campaign: audio, query: "?step=template" },
    { campaign: audio, query: "?step=customise" },
    { campaign: audio, query: "?step=preview" },
  ];
  return examples.flatMap(({ campaign, query }) => (campaign ? [{ campaign, query }] : []));
}

const ownCampaigns: ExamplesOf = (demo, role) =>
  campaignsOf(demo, role).map(({ campaign: { id }, query }) => `/campaigns/${id}${query}`);
const campaignsOfUsers: ExamplesOf = (demo, role) =>
  campaignsOf(demo, role).map(({ campaign: { id, owner }, query }) => `/users/${owner}/campaigns/${id}${query}`);
/** Another screen of the running campaign. */
const ofRunning = (addressesOfCampaigns: ExamplesOf, tail: string): ExamplesOf => {
  return (demo, role) =>
    addressesOfCampaigns(demo, role)
      .slice(0, 1)
      .map((address) => address + tail);
};
const customer = (tail: string): ExamplesOf => {
  return ({ uids }) => [`/users/${uids.customer}${tail}`];
};

/** Paths for each route with parameters, with objects that the role may access. */
export const examples: Record<string, ExamplesOf> = {
  "/campaigns/:id": ownCampaigns,
  "/campaigns/:id/creatives": ofRunning(ownCampaigns, "/creatives"),
  "/campaigns/:id/report": ofRunning(ownCampaigns, "/report"),
  "/bulk-campaigns/:id": ({ bulkCampaign }) => [`/bulk-campaigns/${bulkCampaign}`],
  "/bulk-campaigns/:id/creatives": ({ bulkCampaign }) => [`/bulk-campaigns/${bulkCampaign}/creatives`],
  "/templates/:id": ({ campaignTemplate }) => [`/templates/${campaignTemplate}`],
  "/users/:uid": ({ uids }, role) =>
    (role === "sales" ? [uids.customer] : [uids.customer, uids.sales, uids.accountant]).map((uid) => `/users/${uid}`),
  "/users/:uid/campaigns": customer("/campaigns"),
  // Only campaign managers cannot access the same screens at the campaign's own path.
  "/users/:uid/campaigns/:id": (demo, role) =>
    campaignsOfUsers(demo, role).slice(0, role === "campaign_manager" ? undefined : 1),
  "/users/:uid/campaigns/:id/creatives": ofRunning(campaignsOfUsers, "/creatives"),
  "/users/:uid/campaigns/:id/report": ofRunning(campaignsOfUsers, "/report"),
  "/users/:uid/reports": customer("/reports"),
  "/users/:uid/transactions": ({ uids }, role) =>
    (role === "sales" ? [uids.customer] : [uids.customer, uids.sales]).map((uid) => `/users/${uid}/transactions`),
  "/users/:uid/customers": ({ uids }) => [`/users/${uids.sales}/customers`],
  "/account-managers/:uid/advertisers": ({ uids }) => [`/account-managers/${uids.sales}/advertisers`],
  "/creatives/:uuid": ({ creative }) => [`/creatives/${creative}`],
  "/creative-groups/:uuid": ({ creativeGroup }) => [`/creative-groups/${creativeGroup}`],
  "/publishers/:publisher": ({ publisher }) => [`/publishers/${publisher}`],
  "/settings/exchanges/edit/:exchange": () => ["/settings/exchanges/edit/sandbox"],
  "/admin/exchange-invoices/:invoice": ({ exchangeInvoice }) => [`/admin/exchange-invoices/${exchangeInvoice}`],
  "/admin/deals/:deal": ({ deal }) => [`/admin/deals/${deal}`],
  "/admin/deals/:deal/edit": ({ deal }) => [`/admin/deals/${deal}/edit`],
  "/reports/:token": () => ["/reports/a-token-that-nobody-was-given"],
};

/** The paths of a route: itself if it has no parameters. */
export const addressesOf = (path: string, demo: DemoObjects, role: Role): string[] =>
  examples[path]?.(demo, role) ?? [path];
