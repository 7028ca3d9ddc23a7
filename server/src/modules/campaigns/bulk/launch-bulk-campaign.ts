import type { BulkLaunch } from "@litfass/contract/campaigns/bulk-campaigns";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { Platform } from "@litfass/platform/platform";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { conflict, invalid, Problem } from "@litfass/platform/problem";
import { sharedGroups } from "../../creatives/index.ts";
import { findUser } from "../../users/index.ts";
import { checkFeed, NotReady, startFromPattern } from "../index.ts";
import {
  customersWithinReach,
  findBulkCustomer,
  listBulkCustomers,
  noteLaunched,
  noteRefused,
} from "./bulk-customer-sql.ts";
import { reasonCode, reasonText } from "./bulk-issues.ts";
import { blockOf, bulkReadiness, planOf } from "./bulk-readiness.ts";
import { getBulkCampaign, holdBulkCampaign } from "./get-bulk-campaign.ts";

type Result = BulkLaunch["results"][number];

/** Why one customer cannot be launched, by codes. */
class Refused extends Error {
  readonly codes: string[];

  constructor(codes: string[]) {
    super(codes.join(", "));
    this.name = "Refused";
    this.codes = codes;
  }
}

/**
 * Starts one campaign for each customer that has none yet, or for those in `only` (API-BULK-008): one transaction each, so
 * that one customer's trouble is not the others'. A repeated call does no harm, and launches whom the last one left out.
 * @throws 422 with what all lack, or for an unknown customer; 409 for an archived bulk campaign.
 */
export async function launchBulkCampaign(
  platform: Pick<Platform, "db" | "egress" | "clock" | "workers">,
  caller: Caller,
  id: number,
  only: number[] | undefined,
): Promise<Result[]> {
  const { db, clock } = platform;
  const found = await getBulkCampaign(db, caller, id);
  if (found.bulk.archivedAt) throw conflict("bulk_campaign_archived", "bulk.archived");
  await checkFeed(platform, found.pattern);
  const { missing } = await bulkReadiness(db, caller, found, clock.now());
  if (missing.length > 0) throw invalid({ bulk_campaign: missing.map(({ message }) => message) });
  const rows = await listBulkCustomers(db, id);
  if (only?.some((each) => !rows.some((row) => row.id === each))) throw invalid({ customers: ["rule.oneOf"] });
  const results: Result[] = [];
  for (const row of rows) {
    if (!only || only.includes(row.id)) results.push(await launchOne(platform, caller, id, row.id));
  }
  return results;
}

async function launchOne(
  { db, clock }: Pick<Platform, "db" | "clock">,
  caller: Caller,
  bulkId: number,
  id: number,
): Promise<Result> {
  try {
    return await db.transaction((tx) => start(tx, caller, bulkId, id, clock.now()));
  } catch (error) {
    const codes = codesOf(error);
    if (!codes) throw error;
    await noteRefused(db, id, codes);
    const reasons = codes.map((code) => reasonText(code, caller.lang));
    return { id, outcome: "refused", campaign: null, reasons };
  }
}

/** Others who launch the same bulk campaign wait here, and find the campaign that this call made. */
async function start(tx: Transaction, caller: Caller, bulkId: number, id: number, now: Date): Promise<Result> {
  const { bulk, pattern } = await holdBulkCampaign(tx, caller, bulkId);
  const row = await findBulkCustomer(tx, bulkId, id);
  if (!row) throw new Refused(["not_ready"]);
  if (row.campaignId !== null) return { id, outcome: "launched_before", campaign: row.campaignId, reasons: [] };
  const owner = await findUser(tx, row.customerUid);
  const reached = await customersWithinReach(tx, caller, [row.customerUid]);
  const block = blockOf(row, reached, owner?.countryCode ?? null);
  if (block) throw new Refused([block]);
  const group = row.creativeGroup ?? bulk.creativeGroups[0] ?? "";
  const creativeIds = (await sharedGroups(tx, pattern.id, [group], caller.lang)).get(group)?.creativeIds ?? [];
  const name = row.branch === "" ? pattern.name : `${pattern.name} ${row.branch}`;
  const plan = { ...planOf(row), name, creativeIds, origin: pattern.name };
  const campaign = await startFromPattern(tx, caller, pattern, plan, now);
  await noteLaunched(tx, id, campaign.id, now);
  return { id, outcome: "launched", campaign: campaign.id, reasons: [] };
}

/** Why a customer was left out; null for an error that is nobody's doing. */
function codesOf(error: unknown): string[] | null {
  if (error instanceof Refused) return error.codes;
  if (error instanceof NotReady) return [...new Set(error.missing.map(({ code }) => reasonCode(code)))];
  // Another campaign took the money between the check and the reservation.
  if (error instanceof Problem && error.details.errors?.total_budget) return ["balance_short"];
  return null;
}
