import type { BulkLaunch } from "@litfass/contract/campaigns/bulk-campaigns";
import type { Language } from "@litfass/contract/kernel/language";
import type { Caller } from "@litfass/contract/kernel/roles";
import { callerOf, userActor } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandServices, command } from "@litfass/platform/command/command";
import { outputOf } from "@litfass/platform/command/execute";
import { conflict, invalid, Problem } from "@litfass/platform/problem";
import { sharedGroups } from "../../creatives/index.ts";
import { findUser } from "../../users/index.ts";
import { type CommandRunner, checkFeed, checkLandingNow, NotReady, startFromBulkTemplate } from "../index.ts";
import {
  customersWithinReach,
  findBulkCustomer,
  listBulkCustomers,
  updateLaunched,
  updateRefused,
} from "./bulk-customer-sql.ts";
import { type RefusalCode, refusalCode, refusalText } from "./bulk-issues.ts";
import { bulkReadiness, planOf, refusalOf } from "./bulk-readiness.ts";
import { getBulkCampaign, getBulkCampaignForChange } from "./get-bulk-campaign.ts";

type Result = BulkLaunch["results"][number];
type Launch = {
  id: number;
  caller: Caller;
  lang: Language;
  customers: number[] | undefined;
  idempotencyKey: string | null;
};

/**
 * Starts one campaign for each customer without one, or for those in `customers` (API-BULK-008): one command each, so
 * that one customer's problem does not affect the others. A repeated call is safe and retries customers that could
 * not launch; with the same key it also returns the first results of launched ones.
 * @throws 422 with the shared issues, or for an unknown customer; 409 for an archived bulk campaign.
 */
export async function launchBulkCampaign(
  runner: CommandRunner,
  { id, caller, lang, customers, idempotencyKey }: Launch,
): Promise<{ results: Result[]; replayed: boolean }> {
  const { template } = await getBulkCampaign(runner.platform.db, caller, id);
  // The feed and the landing page are read outside the commands' transactions.
  await checkFeed(runner, template, runner.platform.workers.of(caller.uid));
  await checkLandingNow(runner, template);
  const actor = userActor(caller);
  const begun = await runner.execute(beginBulkLaunch, { actor, input: { id, customers }, lang, idempotencyKey });
  const results: Result[] = [];
  for (const customer of outputOf(begun)) {
    // Client keys contain no spaces, so this one is unique.
    const key = idempotencyKey && `${idempotencyKey} ${customer}`;
    results.push(await launchOne(runner, caller, { bulkCampaignId: id, id: customer }, { lang, key }));
  }
  return { results, replayed: begun.replayed };
}

async function launchOne(
  { execute }: CommandRunner,
  caller: Caller,
  customer: Customer,
  { lang, key }: { lang: Language; key: string | null },
): Promise<Result> {
  const actor = userActor(caller);
  try {
    const launched = outputOf<Launched>(
      await execute(launchBulkCustomer, { actor, input: customer, lang, idempotencyKey: key }),
    );
    return { id: customer.id, ...launched, reasons: [] };
  } catch (error) {
    const codes = codesOf(error);
    if (!codes) throw error;
    await execute(refuseBulkCustomer, { actor, input: { ...customer, codes }, lang });
    const reasons = codes.map((code) => refusalText(code, lang));
    return { id: customer.id, outcome: "refused" as const, campaign: null, reasons };
  }
}

/** Determines the customers of a launch and binds the call's key to them. @returns their ids in order. */
export const beginBulkLaunch = command({
  name: "campaigns.begin_bulk_launch",
  errors: ["not_found", "conflict"],
  async run({ ctx, input }: CommandCall<{ id: number; customers?: number[] | undefined }>): Promise<number[]> {
    const { tx, clock, lang } = ctx;
    const caller = callerOf(ctx.actor);
    const found = await getBulkCampaign(tx, caller, input.id);
    if (found.bulk.archivedAt) throw conflict("bulk_campaign_archived", "bulk.archived");
    const { missing } = await bulkReadiness(tx, caller, found, clock.now(), lang);
    if (missing.length > 0) throw invalid({ bulk_campaign: missing.map(({ message }) => message) });
    const ids = (await listBulkCustomers(tx, input.id)).map(({ id }) => id);
    const chosen = input.customers ?? ids;
    if (chosen.some((id) => !ids.includes(id))) throw invalid({ customers: ["rule.oneOf"] });
    ctx.audit.unchanged("the launch of each customer is audited by its own command");
    return ids.filter((id) => chosen.includes(id));
  },
});

type Customer = { bulkCampaignId: number; id: number };
type Launched = { outcome: "launched" | "launched_before"; campaign: number };

/**
 * Starts the campaign of one customer. Concurrent launches wait for the lock and find the campaign created here.
 * @throws Refused or NotReady with the reasons why it cannot start.
 */
export const launchBulkCustomer = command({
  name: "campaigns.launch_bulk_customer",
  errors: ["not_found", "conflict"],
  async run({ ctx, input: { bulkCampaignId, id } }: CommandCall<Customer, CommandServices>): Promise<Launched> {
    const { tx, clock, lang } = ctx;
    const caller = callerOf(ctx.actor);
    const { bulk, template } = await getBulkCampaignForChange(tx, caller, bulkCampaignId);
    const row = await findBulkCustomer(tx, bulkCampaignId, id);
    if (!row) throw new Refused(["not_ready"]);
    if (row.campaignId !== null) {
      ctx.audit.unchanged("the customer has its campaign");
      return { outcome: "launched_before", campaign: row.campaignId };
    }
    const owner = await findUser(tx, row.customerUid);
    const reached = await customersWithinReach(tx, caller, [row.customerUid]);
    const refusal = refusalOf(row, reached, owner ?? undefined);
    if (refusal) throw new Refused([refusal]);
    // A video or a spot needs no banners.
    const group = row.creativeGroup ?? bulk.creativeGroups[0];
    const shared = await sharedGroups(tx, template.id, group === undefined ? [] : [group], lang);
    const creativeIds = shared.get(group ?? "")?.creativeIds ?? [];
    const name = row.branch === "" ? template.name : `${template.name} ${row.branch}`;
    const plan = { ...planOf(row), name, creativeIds, origin: template.name };
    const campaign = await startFromBulkTemplate(ctx, template, plan);
    await updateLaunched(tx, id, campaign.id, clock.now());
    await ctx.audit.record({
      subject: { type: "bulk_campaign", id: String(bulkCampaignId) },
      changes: [{ field: "campaign", before: null, after: campaign.id }],
    });
    return { outcome: "launched", campaign: campaign.id };
  },
});

/** Stores why a customer could not launch, for display in the bulk campaign. */
export const refuseBulkCustomer = command({
  name: "campaigns.refuse_bulk_customer",
  errors: ["not_found"],
  async run({ ctx, input }: CommandCall<Customer & { codes: RefusalCode[] }>): Promise<void> {
    const { bulkCampaignId, id, codes } = input;
    await getBulkCampaignForChange(ctx.tx, callerOf(ctx.actor), bulkCampaignId);
    const before = await findBulkCustomer(ctx.tx, bulkCampaignId, id);
    await updateRefused(ctx.tx, id, codes);
    await ctx.audit.record({
      subject: { type: "bulk_campaign", id: String(bulkCampaignId) },
      changes: [{ field: "refused", before: before?.refused.join(" ") ?? null, after: codes.join(" ") }],
    });
  },
});

/** One customer cannot be launched. */
class Refused extends Error {
  readonly codes: RefusalCode[];

  constructor(codes: RefusalCode[]) {
    super(codes.join(", "));
    this.name = "Refused";
    this.codes = codes;
  }
}

/** Why a customer could not launch; null for an internal error. */
function codesOf(error: unknown): RefusalCode[] | null {
  if (error instanceof Refused) return error.codes;
  if (error instanceof NotReady) return [...new Set(error.issues.map(({ code }) => refusalCode(code)))];
  // Another campaign took the money between the check and the reservation.
  if (error instanceof Problem && error.details.errors?.total_budget) return ["balance_short"];
  return null;
}
