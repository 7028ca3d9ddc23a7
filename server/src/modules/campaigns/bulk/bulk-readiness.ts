import type { BulkReadiness } from "@litfass/contract/campaigns/bulk-campaigns";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { type SharedGroup, sharedGroups } from "../../creatives/index.ts";
import { currencyOf, findUsers } from "../../users/index.ts";
import { type PlannedCampaign, readinessOfPlans } from "../index.ts";
import type { BulkCampaignFound } from "./bulk-campaign-sql.ts";
import { customersWithinReach, listBulkCustomers } from "./bulk-customer-sql.ts";
import { customersMissingPoint, partPoints, reasonText, type SharedPoint } from "./bulk-issues.ts";
import type { BulkCustomerRow } from "./tables.ts";

/** What a customer's campaign has of its own. */
export const planOf = (row: BulkCustomerRow): PlannedCampaign => ({
  ownerUid: row.customerUid,
  budgetMicros: row.budgetMicros,
  location: row.location,
  destinationUrl: row.destinationUrl,
});

/** Stands for a customer where there is none: lacks nothing of its own. */
const nobody: PlannedCampaign = {
  ownerUid: "",
  budgetMicros: 1n,
  location: { kind: "country", id: "country:CH", name: "Switzerland", country: "CH" },
  destinationUrl: "https://nobody.example",
};

/** What is missing for all, and for each customer that is not launched yet (API-BULK-004). */
export async function bulkReadiness(
  db: Executor,
  caller: Caller,
  { bulk, pattern }: BulkCampaignFound,
  now: Date,
): Promise<BulkReadiness> {
  const { lang } = caller;
  const all = await listBulkCustomers(db, bulk.id);
  const waiting = all.filter(({ campaignId }) => campaignId === null);
  const groups = await sharedGroups(db, pattern.id, bulk.creativeGroups, lang);
  const firstGroup = bulk.creativeGroups[0] ?? null;
  const needsOf = (uuid: string | null) => needs(uuid === null ? undefined : groups.get(uuid));
  const plans = waiting.map((row) => ({ ...planOf(row), creatives: needsOf(row.creativeGroup ?? firstGroup) }));
  // Each chosen group is looked at, also one that no customer takes yet.
  const common = (firstGroup === null ? [null] : bulk.creativeGroups).map((uuid) => ({
    ...nobody,
    creatives: needsOf(uuid),
  }));
  const points = await readinessOfPlans(db, pattern, [...common, ...plans], now, lang);
  const shared = distinct(points.flatMap((each) => partPoints(each, lang).shared));
  const missing = all.length === 0 ? [...shared, customersMissingPoint(lang)] : shared;
  const uids = waiting.map(({ customerUid }) => customerUid);
  const reached = await customersWithinReach(db, caller, uids);
  const people = await findUsers(db, uids);
  const customers = waiting.map((row, index) => {
    const own = partPoints(points[common.length + index] ?? [], lang);
    const code = blockOf(row, reached, people.get(row.customerUid)?.countryCode ?? null);
    const obstacles = code ? [{ code, message: reasonText(code, lang) }] : own.obstacles;
    return { id: row.id, missing: own.missing, obstacles };
  });
  return { filled: missing.length === 0 && customers.every((each) => each.missing.length === 0), missing, customers };
}

/** Why this caller cannot launch for a customer, whatever the row says; null where nothing stands in the way. */
export function blockOf(row: BulkCustomerRow, reached: Set<string>, countryCode: string | null): string | null {
  if (!reached.has(row.customerUid)) return "not_assigned";
  return row.budgetMicros !== null && row.currency !== currencyOf(countryCode) ? "currency_changed" : null;
}

const needs = (group: SharedGroup | undefined) => ({
  chosen: group?.creativeIds.length ?? 0,
  unfilled: group?.missing.map(({ label }) => label) ?? [],
});

/** Groups often lack the same: each point once. */
const distinct = (points: SharedPoint[]): SharedPoint[] => [
  ...new Map(points.map((point) => [`${point.code} ${point.message}`, point])).values(),
];
