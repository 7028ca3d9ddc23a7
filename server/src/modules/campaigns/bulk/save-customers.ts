import { type BulkCustomerChange, bulkLimits } from "@litfass/contract/campaigns/bulk-campaigns";
import { microsOfMinor } from "@litfass/contract/kernel/money";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { WriteTransaction } from "@litfass/platform/postgres/postgres";
import { invalid, type MessageText } from "@litfass/platform/problem";
import { currencyOf, findUsers } from "../../users/index.ts";
import { destinationIssue } from "../index.ts";
import { customersWithinReach, listBulkCustomers, replaceWaiting, type WaitingCustomer } from "./bulk-customer-sql.ts";

const keyOf = (customer: string, branch: string): string => `${customer} ${branch.toLowerCase()}`;

/**
 * Stores the customers of a locked bulk campaign in the given order. Launched customers stay unchanged.
 * @throws 422 at the row for an inaccessible or duplicate customer, a group that is not chosen, or a link that ads
 * cannot use.
 */
export async function saveCustomers(
  tx: WriteTransaction,
  caller: Caller,
  bulk: { id: number; creativeGroups: string[] },
  given: BulkCustomerChange[],
): Promise<void> {
  const known = await listBulkCustomers(tx, bulk.id);
  const launched = known.filter(({ campaignId }) => campaignId !== null);
  const uids = [...new Set(given.map(({ customer }) => customer))];
  const reached = await customersWithinReach(tx, caller, uids);
  const people = await findUsers(tx, uids);
  const errors: Record<string, MessageText[]> = {};
  const taken = new Set(launched.map(({ customerUid, branch }) => keyOf(customerUid, branch)));
  const seen = new Set<number>();
  const waiting: WaitingCustomer[] = [];
  for (const [position, change] of given.entries()) {
    if (launched.some(({ id }) => id === change.id)) continue;
    const row = known.find(({ id }) => id === change.id);
    const branch = change.branch ?? row?.branch ?? "";
    const group = change.creative_group === undefined ? (row?.creativeGroup ?? null) : change.creative_group;
    const isNew = row?.customerUid !== change.customer;
    if (change.id !== undefined && (!row || seen.has(change.id))) errors[`customers.${position}.id`] = ["rule.oneOf"];
    if (isNew && !reached.has(change.customer)) errors[`customers.${position}.customer`] = ["bulk.customer"];
    if (taken.has(keyOf(change.customer, branch))) errors[`customers.${position}.branch`] = ["bulk.twice"];
    if (group !== null && !bulk.creativeGroups.includes(group)) {
      errors[`customers.${position}.creative_group`] = ["rule.oneOf"];
    }
    const issue = change.destination_url ? destinationIssue(change.destination_url) : null;
    if (issue) errors[`customers.${position}.destination_url`] = [issue];
    taken.add(keyOf(change.customer, branch));
    if (change.id !== undefined) seen.add(change.id);
    const { budget } = change;
    waiting.push({
      id: row?.id ?? null,
      bulkCampaignId: bulk.id,
      customerUid: change.customer,
      branch,
      position,
      // A budget is in the currency in which it was entered.
      currency: row && budget === undefined ? row.currency : currencyOf(people.get(change.customer)),
      budgetMicros: budget === undefined ? (row?.budgetMicros ?? null) : budget === null ? null : microsOfMinor(budget),
      location: change.location === undefined ? (row?.location ?? null) : change.location,
      destinationUrl: change.destination_url === undefined ? (row?.destinationUrl ?? null) : change.destination_url,
      creativeGroup: group,
    });
  }
  if (launched.length + waiting.length > bulkLimits.customers) errors.customers = ["rule.max_value"];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  await replaceWaiting(tx, bulk.id, waiting);
}
