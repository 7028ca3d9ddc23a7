import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import type { Language } from "@litfass/contract/kernel/language";
import { formatMinor, impressionsFor, minorFloorOfMicros, minorOfMicros } from "@litfass/contract/kernel/money";
import { targetingSchema } from "@litfass/contract/targeting/targeting";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { findPrices } from "@litfass/platform/settings/read-settings";
import { agreedCpmPercents, spentOnCampaigns } from "../billing/index.ts";
import { chosenCreatives, listThumbnails } from "../creatives/index.ts";
import { namesOf } from "../users/index.ts";
import { allowedStatuses } from "./campaign.ts";
import { withLandingProblem } from "./landing/landing-problem.ts";
import { listLandingChecks } from "./landing/landing-sql.ts";
import { listLinks } from "./landing/link-sql.ts";
import { deliveryStateOf, type HeldBack } from "./lifecycle/delivery-state.ts";
import { cpmOf } from "./price.ts";
import { listHeldBack } from "./review/review-sql.ts";
import type { ReviewRow } from "./review/review-tables.ts";
import type { CampaignRow } from "./tables.ts";

const heldBackOf = (review: ReviewRow | undefined): HeldBack =>
  review === undefined ? null : review.status === "pending" ? "pending" : "rejected";

/** Campaigns in the format of the API, in a fixed number of queries. */
export async function presentCampaigns(
  db: Executor,
  rows: CampaignRow[],
  now: Date,
  lang: Language,
): Promise<Campaign[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const owners = await namesOf(db, [...new Set(rows.map((row) => row.ownerUid))]);
  const spent = await spentOnCampaigns(db, ids);
  const creatives = await chosenCreatives(db, ids);
  const thumbnails = await listThumbnails(db, ids);
  const heldBack = await listHeldBack(db, ids);
  const landings = await listLandingChecks(db, ids);
  const links = await listLinks(db, ids);
  const prices = await findPrices(db);
  const agreed = await agreedCpmPercents(db, [...new Set(rows.map((row) => row.ownerUid))], now);
  return rows.map((row) => {
    const delivery = deliveryStateOf(row, spent.get(row.id) ?? 0n, now, lang, heldBackOf(heldBack.get(row.id)));
    const budgetMicros = row.totalBudgetMicros ?? 0n;
    const spentMicros = spent.get(row.id) ?? 0n;
    const cpm = cpmOf(row, prices, agreed.get(row.ownerUid));
    const budgetMinor = row.totalBudgetMicros === null ? null : minorOfMicros(budgetMicros);
    const effective = minorOfMicros(spentMicros);
    return {
      id: row.id,
      owner: row.ownerUid,
      owner_name: owners.get(row.ownerUid) ?? "",
      status: row.status,
      allowed_statuses: allowedStatuses(row.status),
      name: row.name,
      type: row.type,
      categories: row.categories,
      line_of_business: row.lineOfBusiness,
      language: row.language,
      strategy: row.strategy,
      pacing: row.pacing,
      performance_goal: row.performanceGoal,
      targeting: targetingSchema.parse(row.targeting),
      feed_url: row.feedUrl,
      total_budget: budgetMinor,
      start_on: row.startOn,
      end_on: row.endOn,
      destination_url: row.destinationUrl,
      impression_trackers: row.impressionTrackers,
      verification_scripts: row.verificationScripts,
      currency: row.currency,
      total_budget_formatted: budgetMinor === null ? null : formatMinor(budgetMinor),
      estimated_impressions: impressionsFor(minorFloorOfMicros(budgetMicros), cpm),
      cpm,
      creative_group: row.creativeGroup,
      creative_ids: creatives.get(row.id) ?? [],
      banner: row.type === "display" ? (thumbnails.get(row.id) ?? null) : null,
      delivery: {
        ...delivery,
        reason: withLandingProblem(
          delivery.reason,
          row,
          { check: landings.get(row.id), links: links.get(row.id) },
          lang,
        ),
      },
      effective_budget: effective,
      remaining_budget: Math.max(0, (budgetMinor ?? 0) - effective),
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
      activated_at: row.activatedAt?.toISOString() ?? null,
    };
  });
}

/** One campaign in the format of the API. */
export async function presentCampaign(db: Executor, row: CampaignRow, now: Date, lang: Language): Promise<Campaign> {
  const [campaign] = await presentCampaigns(db, [row], now, lang);
  return campaign as Campaign;
}
