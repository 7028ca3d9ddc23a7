import type { Caller } from "@litfass/contract/kernel/roles";
import type { DomainList } from "@litfass/contract/targeting/audiences";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { getReachableUser } from "../settings/advanced-settings.ts";
import { presentDomainList } from "./domain-list.ts";
import { listDomainLists } from "./domain-list-sql.ts";

/** A user's lists; a plain customer has no whitelists (ROLE-007). */
export async function domainListsOf(db: Executor, caller: Caller, uid: string): Promise<DomainList[]> {
  const { hasAdvanced } = await getReachableUser(db, caller, uid);
  const lists = await listDomainLists(db, uid);
  return lists.filter(({ kind }) => hasAdvanced || kind === "blocklist").map(presentDomainList);
}
