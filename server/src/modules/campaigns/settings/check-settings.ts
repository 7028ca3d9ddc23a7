import { isDeepStrictEqual } from "node:util";
import type { CampaignChange } from "@litfass/contract/campaigns/campaigns";
import type { MessageKey } from "@litfass/contract/kernel/messages";
import type { Caller } from "@litfass/contract/kernel/roles";
import { advancedTargeting, targetingSchema } from "@litfass/contract/targeting/targeting";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { invalid } from "@litfass/platform/problem";
import { isCategory } from "../../targeting/index.ts";
import { audiencesById } from "../audiences/audience-sql.ts";
import { domainListsById } from "../domain-lists/domain-list-sql.ts";
import type { CampaignRow } from "../tables.ts";
import { hasAdvancedSettings } from "./advanced-settings.ts";
import { isLanguage } from "./settings.ts";

type Settings = Pick<CampaignChange, "categories" | "language" | "targeting" | "feed_url">;
type Known = Pick<CampaignRow, "ownerUid" | "targeting" | "feedUrl"> | null;

/**
 * What the contract cannot know: that a category, a language, a list and an audience exist, and whether the caller may
 * have advanced settings. `known` is the campaign as it is: what staff or a template set may stay. Throws 422 at the field.
 */
export async function checkSettings(db: Executor, caller: Caller, settings: Settings, known: Known): Promise<void> {
  const errors: Record<string, MessageKey[]> = {};
  if (settings.categories?.some((id) => !isCategory(id))) errors.categories = ["rule.oneOf"];
  if (settings.language && !isLanguage(settings.language)) errors.language = ["rule.oneOf"];
  if (!hasAdvancedSettings(caller.role)) {
    for (const field of advancedChanges(settings, known)) errors[field] = ["campaign.advanced"];
  }
  if (Object.keys(errors).length === 0 && settings.targeting) {
    for (const field of await unknownLists(db, caller, settings, known)) errors[field] = ["rule.oneOf"];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

function advancedChanges(settings: Settings, known: Known): string[] {
  const before = targetingSchema.parse(known?.targeting ?? {});
  const { targeting } = settings;
  const changed = targeting
    ? advancedTargeting.filter((name) => !isDeepStrictEqual(targeting[name], before[name]))
    : [];
  const feed = settings.feed_url !== undefined && settings.feed_url !== (known?.feedUrl ?? null);
  return [...changed.map((name) => `targeting.${name}`), ...(feed ? ["feed_url"] : [])];
}

/** Newly chosen lists that are not there, of the wrong kind, or neither the owner's nor the caller's; audiences likewise. */
async function unknownLists(db: Executor, caller: Caller, { targeting }: Settings, known: Known): Promise<string[]> {
  if (!targeting) return [];
  const before = targetingSchema.parse(known?.targeting ?? {});
  const owners = [caller.uid, known?.ownerUid];
  const added = (name: "whitelists" | "blocklists" | "audiences") =>
    targeting[name].filter((id) => !before[name].includes(id));
  const [white, black, people] = [added("whitelists"), added("blocklists"), added("audiences")];
  const lists = await domainListsById(db, [...white, ...black]);
  const isThere = (kind: "whitelist" | "blocklist") => (id: number) =>
    lists.some((list) => list.id === id && list.kind === kind && owners.includes(list.ownerUid));
  const found = await audiencesById(db, people);
  return [
    ...(white.every(isThere("whitelist")) ? [] : ["targeting.whitelists"]),
    ...(black.every(isThere("blocklist")) ? [] : ["targeting.blocklists"]),
    ...(people.every((id) => found.some((audience) => audience.id === id)) ? [] : ["targeting.audiences"]),
  ];
}
