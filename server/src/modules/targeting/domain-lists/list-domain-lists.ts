import type { Caller } from "@litfass/contract/kernel/roles";
import type { DomainList } from "@litfass/contract/targeting/audiences";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { getReachableUser } from "../settings/advanced-settings.ts";
import { presentDomainList } from "./domain-list.ts";
import { listDomainLists } from "./domain-list-sql.ts";

/** A user's lists; none for a plain customer, who has no advanced settings. */
export async function domainListsOf(db: Executor, caller: Caller, uid: string): Promise<DomainList[]> {
  const { hasAdvanced } = await getReachableUser(db, caller, uid);
  return hasAdvanced ? (await listDomainLists(db, uid)).map(presentDomainList) : [];
}
