import type { Caller } from "@litfass/contract/kernel/roles";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { chooseCreatives, copyCreatives } from "../../creatives/index.ts";
import { currencyOf, findUser } from "../../users/index.ts";
import { insertCampaignRow, updateCampaignRow } from "../campaign-sql.ts";
import { copyFeed } from "../feed/feed-sql.ts";
import { recordAction } from "../history/record-change.ts";
import { activateCampaign } from "../lifecycle/activate-campaign.ts";
import { readinessOf } from "../lifecycle/campaign-readiness.ts";
import { NotReady, type PlannedCampaign, targetingOf } from "../lifecycle/plan-readiness.ts";
import { createCampaign, type NewCampaign } from "../settings/create-campaign.ts";
import type { CampaignRow } from "../tables.ts";

/** A draft that holds what the campaigns of a bulk campaign share. It belongs to the caller and never runs. */
export async function createPattern(
  tx: Transaction,
  caller: Caller,
  settings: NewCampaign,
  now: Date,
): Promise<CampaignRow> {
  const { id } = await createCampaign(tx, caller, settings, now);
  return updateCampaignRow(tx, id, { isPattern: true }, now);
}

export type PatternedCampaign = PlannedCampaign & {
  name: string;
  /** The creatives to show, all of one group. */
  creativeIds: string[];
  /** The bulk campaign's name, for the history. */
  origin: string;
};

/**
 * Creates a campaign for a customer from a pattern (settings, texts, pictures, feed) and starts it like any other: the same
 * readiness, reservation and review. The caller has made sure that the customer is within reach.
 * @throws NotReady with every missing point; the transaction is lost then.
 */
export async function startFromPattern(
  tx: Transaction,
  caller: Caller,
  pattern: CampaignRow,
  plan: PatternedCampaign,
  now: Date,
): Promise<CampaignRow> {
  const owner = await findUser(tx, plan.ownerUid);
  const draft = await insertCampaignRow(tx, {
    ownerUid: plan.ownerUid,
    name: plan.name,
    type: pattern.type,
    categories: pattern.categories,
    language: pattern.language,
    strategy: pattern.strategy,
    pacing: pattern.pacing,
    targeting: targetingOf(pattern, plan),
    feedUrl: pattern.feedUrl,
    currency: currencyOf(owner?.countryCode ?? null),
    totalBudgetMicros: plan.budgetMicros,
    startOn: pattern.startOn,
    endOn: pattern.endOn,
    timeZone: pattern.timeZone,
    destinationUrl: plan.destinationUrl ?? pattern.destinationUrl,
    createdAt: now,
    updatedAt: now,
  });
  await copyCreatives(tx, pattern.id, draft.id);
  if (pattern.type === "display") {
    const creativeGroup = await chooseCreatives(tx, draft.id, plan.creativeIds);
    await updateCampaignRow(tx, draft.id, { creativeGroup }, now);
  }
  if (pattern.feedUrl !== null) await copyFeed(tx, pattern.id, draft.id);
  await recordAction(tx, caller, "from_bulk", draft.id, now, [{ field: "bulk", before: null, after: plan.origin }]);
  const missing = await readinessOf(tx, draft, now, caller.lang);
  if (missing.length > 0) throw new NotReady(missing);
  return activateCampaign(tx, caller, draft.id, now, caller.lang);
}
