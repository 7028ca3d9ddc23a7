import type { BulkReadiness } from "@litfass/contract/campaigns/bulk-campaigns";
import type { Language } from "@litfass/contract/kernel/language";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { type SharedGroup, sharedGroups } from "../../creatives/index.ts";
import { currencyOf, findUsers, type UserRow } from "../../users/index.ts";
import { type PlannedCampaign, readinessOfPlans } from "../index.ts";
import type { BulkCampaignFound } from "./bulk-campaign-sql.ts";
import { customersWithinReach, listBulkCustomers } from "./bulk-customer-sql.ts";
import { customersMissing, type RefusalCode, refusalText, type SharedIssue, sortIssues } from "./bulk-issues.ts";
import type { BulkCustomerRow } from "./tables.ts";

/** The own settings of a customer's campaign. */
export const planOf = (row: BulkCustomerRow): PlannedCampaign => ({
  ownerUid: row.customerUid,
  budgetMicros: row.budgetMicros,
  location: row.location,
  destinationUrl: row.destinationUrl,
});

/** A plan with all row settings, so that only shared issues remain. */
const completePlan: PlannedCampaign = {
  ownerUid: "",
  budgetMicros: 1n,
  location: { kind: "country", id: "country:CH", name: "Switzerland", country: "CH" },
  destinationUrl: "https://nobody.example",
};

/** The shared issues, and those of each customer not launched yet (API-BULK-004). */
export async function bulkReadiness(
  db: Executor,
  caller: Caller,
  { bulk, template }: BulkCampaignFound,
  now: Date,
  lang: Language,
): Promise<BulkReadiness> {
  const all = await listBulkCustomers(db, bulk.id);
  const waiting = all.filter(({ campaignId }) => campaignId === null);
  const groups = await sharedGroups(db, template.id, bulk.creativeGroups, lang);
  const firstGroup = bulk.creativeGroups[0] ?? null;
  const creativesOf = (uuid: string | null) => creativesReadiness(uuid === null ? undefined : groups.get(uuid));
  const plans = waiting.map((row) => ({ ...planOf(row), creatives: creativesOf(row.creativeGroup ?? firstGroup) }));
  // Checks each chosen group, even one that no customer uses yet.
  const common = (firstGroup === null ? [null] : bulk.creativeGroups).map((uuid) => ({
    ...completePlan,
    creatives: creativesOf(uuid),
  }));
  const issues = await readinessOfPlans(db, template, [...common, ...plans], now, lang);
  const shared = distinct(issues.flatMap((each) => sortIssues(each, lang).shared));
  const missing = all.length === 0 ? [...shared, customersMissing(lang)] : shared;
  const uids = waiting.map(({ customerUid }) => customerUid);
  const reached = await customersWithinReach(db, caller, uids);
  const people = await findUsers(db, uids);
  const customers = waiting.map((row, index) => {
    const own = sortIssues(issues[common.length + index] ?? [], lang);
    const code = refusalOf(row, reached, people.get(row.customerUid));
    const obstacles = code ? [{ code, message: refusalText(code, lang) }] : own.obstacles;
    return { id: row.id, missing: own.missing, obstacles };
  });
  return { filled: missing.length === 0 && customers.every((each) => each.missing.length === 0), missing, customers };
}

/** Why this caller cannot launch for a customer, independent of the row; null if nothing prevents it. */
export function refusalOf(
  row: BulkCustomerRow,
  reached: Set<string>,
  customer: UserRow | undefined,
): RefusalCode | null {
  if (!reached.has(row.customerUid)) return "not_assigned";
  return row.budgetMicros !== null && row.currency !== currencyOf(customer) ? "currency_changed" : null;
}

const creativesReadiness = (group: SharedGroup | undefined) => ({
  chosen: group?.creativeIds.length ?? 0,
  unfilled: group?.missing.map(({ label }) => label) ?? [],
});

/** Groups often have the same issues, so each is listed once. */
const distinct = (issues: SharedIssue[]): SharedIssue[] => [
  ...new Map(issues.map((issue) => [`${issue.code} ${issue.message}`, issue])).values(),
];
