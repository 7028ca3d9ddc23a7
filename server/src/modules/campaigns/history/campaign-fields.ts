import { isDeepStrictEqual } from "node:util";
import { minorOfMicros } from "@litfass/contract/kernel/money";
import { targetingSchema } from "@litfass/contract/targeting/targeting";
import type { CampaignRow, ChangedField } from "../tables.ts";

/** The settings of a campaign by API name; parts of the target group as `targeting.devices`. */
export function fieldsOf(row: CampaignRow): Record<string, unknown> {
  const targeting = Object.entries(targetingSchema.parse(row.targeting));
  return {
    name: row.name,
    status: row.status,
    type: row.type,
    categories: row.categories,
    line_of_business: row.lineOfBusiness,
    language: row.language,
    strategy: row.strategy,
    pacing: row.pacing,
    feed_url: row.feedUrl,
    total_budget: row.totalBudgetMicros === null ? null : minorOfMicros(row.totalBudgetMicros),
    start_on: row.startOn,
    end_on: row.endOn,
    destination_url: row.destinationUrl,
    impression_trackers: row.impressionTrackers,
    verification_scripts: row.verificationScripts,
    measures_conversions: row.measuresConversions,
    conversion_window_days: row.conversionWindowDays,
    ...Object.fromEntries(targeting.map(([name, value]) => [`targeting.${name}`, value])),
  };
}

/** The settings that differ between two states of a campaign. */
export function changedFields(before: CampaignRow, after: CampaignRow): ChangedField[] {
  return differences(fieldsOf(before), fieldsOf(after));
}

/** The fields whose values differ. */
export const differences = (was: Record<string, unknown>, is: Record<string, unknown>): ChangedField[] =>
  Object.keys(is).flatMap((field) =>
    isDeepStrictEqual(was[field], is[field]) ? [] : [{ field, before: was[field], after: is[field] }],
  );

/** Merges two successive changes: from the state before the first to the one after the second. */
export function joinedFields(first: ChangedField[], second: ChangedField[]): ChangedField[] {
  const joined = new Map(first.map((change) => [change.field, change]));
  for (const change of second) {
    const before = joined.has(change.field) ? joined.get(change.field)?.before : change.before;
    joined.set(change.field, { ...change, before });
  }
  return [...joined.values()].filter(({ before, after }) => !isDeepStrictEqual(before, after));
}
