import { isDeepStrictEqual } from "node:util";
import type { CampaignChange } from "@litfass/contract/campaigns/campaigns";
import type { MessageKey } from "@litfass/contract/kernel/messages";
import type { Caller } from "@litfass/contract/kernel/roles";
import { advancedTargeting, targetingSchema } from "@litfass/contract/targeting/targeting";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { invalid } from "@litfass/platform/problem";
import { canChooseDeals } from "../../supply/deals/index.ts";
import { audiencesById, domainListsById, hasAdvancedSettings, isCategory, isLanguage } from "../../targeting/index.ts";
import { destinationIssue } from "../destination.ts";
import type { CampaignRow } from "../tables.ts";
import { changedTrackers, checkTrackers } from "./check-trackers.ts";

type Settings = Pick<
  CampaignChange,
  | "categories"
  | "language"
  | "targeting"
  | "feed_url"
  | "destination_url"
  | "impression_trackers"
  | "verification_scripts"
>;
type Known =
  | (Pick<CampaignRow, "ownerUid" | "targeting" | "feedUrl"> &
      Partial<Pick<CampaignRow, "impressionTrackers" | "verificationScripts">>)
  | null;

/**
 * Checks what the contract cannot: that categories, languages, lists, audiences and deals exist, that the caller may
 * select them, and that the link leads to a public host. `known` is the campaign before the change: its advanced settings by
 * staff or a template may stay. @throws 422 at the fields.
 */
export async function checkSettings(
  db: Executor,
  caller: Caller,
  settings: Partial<Settings>,
  known: Known,
  now: Date,
): Promise<void> {
  const errors: Record<string, MessageKey[]> = {};
  if (settings.categories?.some((id) => !isCategory(id))) errors.categories = ["rule.oneOf"];
  if (settings.language && !isLanguage(settings.language)) errors.language = ["rule.oneOf"];
  const issue = settings.destination_url ? destinationIssue(settings.destination_url) : null;
  if (issue) errors.destination_url = [issue];
  for (const field of reservedChanges(caller, settings, known)) errors[field] = ["campaign.advanced"];
  if (Object.keys(errors).length === 0 && settings.targeting) {
    for (const field of await unknownSelections(db, caller, settings.targeting, known)) errors[field] = ["rule.oneOf"];
    const { deal_ids: before } = targetingSchema.parse(known?.targeting ?? {});
    const added = settings.targeting.deal_ids.filter((id) => !before.includes(id));
    if (!(await canChooseDeals(db, added, known?.ownerUid ?? caller.uid, now))) {
      errors["targeting.deal_ids"] = ["deals.closed"];
    }
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  await checkTrackers(db, settings, known);
}

/** The changed settings that only advanced advertisers and staff may change, if the caller is neither. */
export function reservedChanges(caller: Pick<Caller, "role">, settings: Partial<Settings>, known: Known): string[] {
  if (hasAdvancedSettings(caller.role)) return [];
  const { targeting, feed_url } = settings;
  const before = targetingSchema.parse(known?.targeting ?? {});
  const changed = targeting
    ? advancedTargeting.filter((name) => !isDeepStrictEqual(targeting[name], before[name]))
    : [];
  const isFeedChanged = feed_url !== undefined && feed_url !== (known?.feedUrl ?? null);
  return [
    ...changed.map((name) => `targeting.${name}`),
    ...(isFeedChanged ? ["feed_url"] : []),
    ...changedTrackers(settings, known),
  ];
}

/**
 * Newly selected lists that do not exist, are of the other kind, or belong to another user; audiences that do not
 * exist.
 */
async function unknownSelections(
  db: Executor,
  caller: Caller,
  targeting: NonNullable<Settings["targeting"]>,
  known: Known,
): Promise<string[]> {
  const before = targetingSchema.parse(known?.targeting ?? {});
  const owners = [caller.uid, known?.ownerUid];
  const added = (name: "whitelists" | "blocklists" | "audiences") =>
    targeting[name].filter((id) => !before[name].includes(id));
  const [whitelists, blocklists, audiences] = [added("whitelists"), added("blocklists"), added("audiences")];
  const lists = await domainListsById(db, [...whitelists, ...blocklists]);
  const isSelectable = (kind: "whitelist" | "blocklist") => (id: number) =>
    lists.some((list) => list.id === id && list.kind === kind && owners.includes(list.ownerUid));
  const found = await audiencesById(db, audiences);
  return [
    ...(whitelists.every(isSelectable("whitelist")) ? [] : ["targeting.whitelists"]),
    ...(blocklists.every(isSelectable("blocklist")) ? [] : ["targeting.blocklists"]),
    ...(audiences.every((id) => found.some((audience) => audience.id === id)) ? [] : ["targeting.audiences"]),
  ];
}
