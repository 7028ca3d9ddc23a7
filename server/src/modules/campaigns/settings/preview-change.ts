import type { SettingsChange } from "@litfass/contract/campaigns/campaigns";
import type { ChangePreview } from "@litfass/contract/campaigns/change-preview";
import type { Forecast } from "@litfass/contract/campaigns/forecast";
import type { CurrencyRates } from "@litfass/contract/kernel/currency-rates";
import type { Language } from "@litfass/contract/kernel/language";
import { minorOfMicros } from "@litfass/contract/kernel/money";
import type { Caller } from "@litfass/contract/kernel/roles";
import { targetingSchema } from "@litfass/contract/targeting/targeting";
import type { Database } from "@litfass/platform/postgres/postgres";
import { hostOf } from "../destination.ts";
import { forecastCampaign } from "../forecast/forecast-campaign.ts";
import type { TrafficSource } from "../forecast/traffic-source.ts";
import { getCampaign } from "../get-campaign.ts";
import { changedFields } from "../history/campaign-fields.ts";
import { fieldForApi } from "../history/list-campaign-changes.ts";
import { needsReview } from "../review/needs-review.ts";
import type { CampaignRow } from "../tables.ts";
import { changedRow, checkChange } from "./check-change.ts";
import { changedTrackers } from "./check-trackers.ts";
import { previewBudgetChange } from "./preview-budget-change.ts";

type Services = { traffic: TrafficSource; rates: CurrencyRates; now: Date; lang: Language };

/**
 * What saving a change of a running or paused campaign would do now, without saving. @throws what saving throws: 403,
 * 404, 409, and 422 at the fields.
 */
export async function previewChange(
  db: Database,
  caller: Caller,
  { id, change }: { id: number; change: SettingsChange },
  { traffic, rates, now, lang }: Services,
): Promise<ChangePreview> {
  const row = await getCampaign(db, caller, id);
  await checkChange(db, caller, row, change, { now, lang });
  const { total_budget, end_on } = change;
  const budget = await previewBudgetChange(db, caller, { id, change: { total_budget, end_on } }, { now, lang });
  const after = changedRow(row, change);
  const forecastOf = async (state: CampaignRow) =>
    figuresOf(await forecastCampaign(db, caller, questionOf(state), traffic, now, rates));
  const isNewHost = hostOf(after.destinationUrl) !== hostOf(row.destinationUrl);
  const isSubmitted = isNewHost || changedTrackers(change, row).length > 0;
  return {
    fields: changedFields(row, after).map(fieldForApi),
    needs_review: isSubmitted && (await needsReview(db, after, { isNewHost })),
    budget,
    forecast: { before: await forecastOf(row), after: await forecastOf(after) },
  };
}

const questionOf = (row: CampaignRow) => ({
  campaign: row.id,
  type: row.type,
  categories: row.categories,
  language: row.language,
  strategy: row.strategy,
  targeting: targetingSchema.parse(row.targeting),
  total_budget: row.totalBudgetMicros === null ? null : minorOfMicros(row.totalBudgetMicros),
  start_on: row.startOn,
  end_on: row.endOn,
  destination_url: row.destinationUrl,
});

const figuresOf = ({ available, reach, viewable_rate }: Forecast) => ({ available, reach, viewable_rate });
