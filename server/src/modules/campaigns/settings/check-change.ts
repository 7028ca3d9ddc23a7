import { isDeepStrictEqual } from "node:util";
import type { SettingsChange } from "@litfass/contract/campaigns/campaigns";
import type { Language } from "@litfass/contract/kernel/language";
import { microsOfMinor } from "@litfass/contract/kernel/money";
import type { Caller } from "@litfass/contract/kernel/roles";
import { type Targeting, targetingSchema } from "@litfass/contract/targeting/targeting";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { invalid, Problem } from "@litfass/platform/problem";
import { findReviewPolicy } from "@litfass/platform/settings/read-settings";
import { frozenSettings } from "../campaign.ts";
import { fieldsOf } from "../history/campaign-fields.ts";
import { lineOfBusinessOf } from "../line-of-business.ts";
import { countryList, refusedLine } from "../review/refused-line.ts";
import type { CampaignRow } from "../tables.ts";
import { t } from "../texts.ts";
import { todayIn } from "../today.ts";
import { checkSettings } from "./check-settings.ts";
import { isStarted } from "./plan-budget-change.ts";

type At = { now: Date; lang: Language };

/**
 * The rules for changing settings, for saving and for the preview; money has its own in `planBudgetChange`.
 * @throws 409 for settings that can no longer change, 422 at the fields.
 */
export async function checkChange(
  db: Executor,
  caller: Caller,
  row: CampaignRow,
  change: SettingsChange,
  at: At,
): Promise<void> {
  await checkSettings(db, caller, change, row, at.now);
  refuseFrozen(row, change, at);
  const { startOn, endOn } = changedRow(row, change);
  if (startOn && endOn && startOn > endOn) throw invalid({ end_on: ["campaign.period"] });
  if (!isStarted(row)) return;
  refuseRemoval(row, change, at.lang);
  if (change.targeting) await refuseCountries(db, row, change.targeting, at.lang);
}

/** The campaign as the change leaves it, unsaved. */
export function changedRow(row: CampaignRow, change: SettingsChange): CampaignRow {
  const given = Object.entries(valuesOf(change)).filter(([, value]) => value !== undefined);
  return { ...row, ...Object.fromEntries(given) };
}

/** The columns of the given settings; what is not given is undefined. */
export function valuesOf(change: SettingsChange) {
  const budget = change.total_budget;
  return {
    name: change.name,
    type: change.type,
    categories: change.categories,
    lineOfBusiness: change.line_of_business,
    language: change.language,
    strategy: change.strategy,
    pacing: change.pacing,
    targeting: change.targeting,
    feedUrl: change.feed_url,
    totalBudgetMicros: budget === undefined ? undefined : budget === null ? null : microsOfMinor(budget),
    startOn: change.start_on,
    endOn: change.end_on,
    destinationUrl: change.destination_url,
    impressionTrackers: change.impression_trackers,
    verificationScripts: change.verification_scripts,
  };
}

/** A setting that is sent with its present value is no change: forms send the whole period. */
function refuseFrozen(row: CampaignRow, change: SettingsChange, { now, lang }: At): void {
  const present: Record<string, unknown> = { ...fieldsOf(row), targeting: targetingSchema.parse(row.targeting) };
  const changed = (Object.keys(change) as (keyof SettingsChange)[]).filter(
    (name) => name in present && !isDeepStrictEqual(change[name], present[name]),
  );
  const today = todayIn(now, row.timeZone);
  const mayMoveStart = isStarted(row) && row.startOn !== null && row.startOn > today;
  if (mayMoveStart && change.start_on && change.start_on < today) {
    throw invalid({ start_on: [t(lang, "period.start_past")] });
  }
  const frozen = frozenSettings(row.status, changed).filter(
    (name) => !(name === "start_on" && mayMoveStart && change.start_on),
  );
  if (frozen.length === 0) return;
  const values = { settings: frozen.map((name) => t(lang, `setting.${name}`)).join(", ") };
  throw new Problem("conflict", { code: "campaign_started", message: "campaign.fixed_settings", values });
}

/** A started campaign's places stay out of countries in which its line of business may not be advertised. */
async function refuseCountries(db: Executor, row: CampaignRow, { locations }: Targeting, lang: Language) {
  const refused = refusedLine(await findReviewPolicy(db), lineOfBusinessOf(row), locations)?.countries;
  // Those that it has had since before the policy stay.
  const before = new Set((row.targeting.locations ?? []).map(({ id }) => id));
  if (refused === undefined || refused === "all" || locations.every(({ id }) => before.has(id))) return;
  const text = t(lang, "issue.line_refused_in", { countries: countryList(refused, lang) });
  throw invalid({ "targeting.locations": [text] });
}

/**
 * A started campaign keeps everything its start required (STATE-009): without a place it would run everywhere, and
 * spend its budget there.
 */
function refuseRemoval(row: CampaignRow, change: SettingsChange, lang: Language): void {
  const errors: Record<string, string[]> = {};
  if (change.destination_url === null) errors.destination_url = ["rule.required"];
  if (change.language === null && row.language !== null) errors.language = [t(lang, "issue.language_missing")];
  if (change.categories?.length === 0 && row.categories.length > 0) {
    errors.categories = [t(lang, "issue.categories_missing")];
  }
  if (change.targeting?.locations.length === 0 && (row.targeting.locations ?? []).length > 0) {
    errors["targeting.locations"] = [t(lang, "issue.locations_missing")];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
