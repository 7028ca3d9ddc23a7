import { isDeepStrictEqual } from "node:util";
import type { CampaignChange } from "@litfass/contract/campaigns/campaigns";
import type { MessageKey } from "@litfass/contract/kernel/messages";
import type { Caller } from "@litfass/contract/kernel/roles";
import { advancedTargeting, targetingSchema } from "@litfass/contract/targeting/targeting";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { invalid } from "@litfass/platform/problem";
import { audiencesById, domainListsById, hasAdvancedSettings, isCategory, isLanguage } from "../../targeting/index.ts";
import { destinationIssue } from "../destination.ts";
import type { CampaignRow } from "../tables.ts";

type Settings = Pick<CampaignChange, "categories" | "language" | "targeting" | "feed_url" | "destination_url">;
type Known = Pick<CampaignRow, "ownerUid" | "targeting" | "feedUrl"> | null;

/**
 * Checks what the contract cannot: that categories, languages, lists and audiences exist, that the caller may select
 * them, and that the link leads to a public host. `known` is the campaign before the change: its advanced settings by
 * staff or a template may stay. @throws 422 at the fields.
 */
export async function checkSettings(
  db: Executor,
  caller: Caller,
  settings: Partial<Settings>,
  known: Known,
): Promise<void> {
  const errors: Record<string, MessageKey[]> = {};
  if (settings.categories?.some((id) => !isCategory(id))) errors.categories = ["rule.oneOf"];
  if (settings.language && !isLanguage(settings.language)) errors.language = ["rule.oneOf"];
  const issue = settings.destination_url ? destinationIssue(settings.destination_url) : null;
  if (issue) errors.destination_url = [issue];
  if (!hasAdvancedSettings(caller.role)) {
    for (const field of advancedChanges(settings, known)) errors[field] = ["campaign.advanced"];
  }
  if (Object.keys(errors).length === 0 && settings.targeting) {
    for (const field of await unknownSelections(db, caller, settings.targeting, known)) errors[field] = ["rule.oneOf"];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

function advancedChanges({ targeting, feed_url }: Partial<Settings>, known: Known): string[] {
  const before = targetingSchema.parse(known?.targeting ?? {});
  const changed = targeting
    ? advancedTargeting.filter((name) => !isDeepStrictEqual(targeting[name], before[name]))
    : [];
  const isFeedChanged = feed_url !== undefined && feed_url !== (known?.feedUrl ?? null);
  return [...changed.map((name) => `targeting.${name}`), ...(isFeedChanged ? ["feed_url"] : [])];
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
