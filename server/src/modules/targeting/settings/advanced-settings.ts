import { remarketingTag } from "@litfass/adserver/index";
import type { Language } from "@litfass/contract/kernel/language";
import type { Caller, Role } from "@litfass/contract/kernel/roles";
import { reachOf } from "@litfass/contract/kernel/who";
import { type Audience, audienceManagers } from "@litfass/contract/targeting/audiences";
import type { Platform } from "@litfass/platform/platform";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { forbidden, notFound } from "@litfass/platform/problem";
import { findReachableUser } from "../../users/index.ts";
import { audiencesById, findAudiences } from "../audiences/audience-sql.ts";
import { listDomainLists } from "../domain-lists/domain-list-sql.ts";
import type { AudienceRow } from "../tables.ts";
import { browserOptions, householdIncomeOptions } from "./options.ts";

const maxListed = 200;
const maxFound = 30;

/** Advanced advertisers and staff, not plain customers (ROLE-007). */
export const hasAdvancedSettings = (role: Role): boolean => role !== "customer";

/** A user that the caller may access. 403 for another user, 404 for an unknown one. */
export async function getReachableUser(db: Executor, caller: Caller, uid: string): Promise<{ hasAdvanced: boolean }> {
  const user = await findReachableUser(db, caller, uid);
  if (!user) throw caller.reach === "all" ? notFound() : forbidden();
  return { hasAdvanced: hasAdvancedSettings(user.role) };
}

/** An audience for a caller: only those who import audiences see what its provider gets. */
const presentFor =
  ({ role }: Caller) =>
  ({ id, name, provider, size, feePercent, feePerThousand, feeCurrency }: AudienceRow): Audience => {
    const isShown = (feePercent > 0 || feePerThousand > 0) && reachOf(audienceManagers, role) !== null;
    const fee = isShown ? { percent: feePercent, per_thousand: feePerThousand, currency: feeCurrency } : null;
    return { id, name, provider, size, fee };
  };

/** The largest audiences that a user can select; none for a plain customer. */
export async function audiencesOf(db: Executor, caller: Caller, uid: string): Promise<Audience[]> {
  const { hasAdvanced } = await getReachableUser(db, caller, uid);
  return hasAdvanced ? (await findAudiences(db, "", maxListed)).map(presentFor(caller)) : [];
}

/** Audiences by name or provider, or the ones with these ids; none for a plain customer. */
export async function searchAudiences(
  db: Executor,
  caller: Caller,
  { q, ids }: { q: string; ids?: number[] | undefined },
): Promise<Audience[]> {
  if (!hasAdvancedSettings(caller.role)) return [];
  return (ids ? await audiencesById(db, ids) : await findAudiences(db, q, maxFound)).map(presentFor(caller));
}

/** The options of a user's campaigns beyond the plain settings (FIELD-CAMP-019); all empty for a plain customer. */
export async function advancedSettingsOf(
  db: Executor,
  caller: Caller,
  uid: string,
  { config, lastingKeys, lang }: Pick<Platform, "config" | "lastingKeys"> & { lang: Language },
) {
  const { hasAdvanced } = await getReachableUser(db, caller, uid);
  if (!hasAdvanced) {
    return {
      browsers: [],
      householdIncomes: [],
      whitelists: [],
      blocklists: [],
      audiences: [],
      remarketing_tag: null,
    };
  }
  const lists = await listDomainLists(db, uid);
  const listOptions = (kind: "whitelist" | "blocklist") =>
    lists.filter((list) => list.kind === kind).map(({ id, name }) => ({ value: String(id), text: name }));
  const audiences = await findAudiences(db, "", maxListed);
  return {
    browsers: browserOptions(lang),
    householdIncomes: householdIncomeOptions(lang),
    whitelists: listOptions("whitelist"),
    blocklists: listOptions("blocklist"),
    audiences: audiences.map(({ id, name, provider }) => ({ value: String(id), text: `${name}, ${provider}` })),
    remarketing_tag: remarketingTag(config.adsUrl, lastingKeys, uid),
  };
}
