import type { Caller } from "@litfass/contract/kernel/roles";
import type { audienceEndpoints, DomainList } from "@litfass/contract/targeting/audiences";
import type { Database } from "@litfass/platform/postgres/postgres";
import { conflict, forbidden, invalid, notFound } from "@litfass/platform/problem";
import type { z } from "zod";
import { republish } from "../lifecycle/publish-campaign.ts";
import { reachUser } from "../settings/advanced-settings.ts";
import type { DomainListRow } from "../tables.ts";
import {
  campaignsChoosing,
  findDomainList,
  insertDomainList,
  isNameTaken,
  listDomainLists,
  removeDomainList,
  updateDomainList,
} from "./domain-list-sql.ts";

type NewList = z.output<NonNullable<typeof audienceEndpoints.createDomainList.body>>;
type ListChange = z.output<NonNullable<typeof audienceEndpoints.changeDomainList.body>>;

const present = ({ id, ownerUid, name, kind, domains }: DomainListRow): DomainList => ({
  id,
  owner: ownerUid,
  name,
  kind,
  domains,
});
const settingOf = { whitelist: "whitelists", blocklist: "blocklists" } as const;

/** A user's lists; none for a plain customer, who has no advanced settings. */
export async function domainListsOf(db: Database, caller: Caller, uid: string): Promise<DomainList[]> {
  const { hasAdvanced } = await reachUser(db, caller, uid);
  return hasAdvanced ? (await listDomainLists(db, [uid])).map(present) : [];
}

/** Saves a list. 403 for a plain customer, 422 where the name is taken. */
export async function createDomainList(
  db: Database,
  caller: Caller,
  uid: string,
  list: NewList,
  now: Date,
): Promise<DomainList> {
  const { hasAdvanced } = await reachUser(db, caller, uid);
  if (!hasAdvanced) throw forbidden();
  const values = { ...list, ownerUid: uid, domains: [...new Set(list.domains)] };
  if (await isNameTaken(db, values)) throw invalid({ name: ["list.name_taken"] });
  return present(await insertDomainList(db, { ...values, createdAt: now, updatedAt: now }));
}

/** Changes a list and tells delivery of every running campaign that chose it. */
export async function changeDomainList(
  db: Database,
  caller: Caller,
  { uid, list: id }: { uid: string; list: number },
  change: ListChange,
  now: Date,
): Promise<DomainList> {
  await reachUser(db, caller, uid);
  return db.transaction(async (tx) => {
    const row = await findDomainList(tx, uid, id);
    if (!row) throw notFound();
    if (await isNameTaken(tx, { ...row, name: change.name })) throw invalid({ name: ["list.name_taken"] });
    const domains = [...new Set(change.domains)];
    const saved = await updateDomainList(tx, id, { name: change.name, domains, updatedAt: now });
    await republish(tx, await campaignsChoosing(tx, settingOf[row.kind], [id], ["ACTIVE"]), now);
    return present(saved);
  });
}

/** Removes a list; one that a draft or a started campaign chose stays (409), so that none is widened by it. Gone is gone. */
export async function deleteDomainList(
  db: Database,
  caller: Caller,
  { uid, list: id }: { uid: string; list: number },
): Promise<void> {
  await reachUser(db, caller, uid);
  await db.transaction(async (tx) => {
    const row = await findDomainList(tx, uid, id);
    if (!row) return;
    const inUse = await campaignsChoosing(tx, settingOf[row.kind], [id], ["DRAFT", "ACTIVE", "PAUSED"]);
    if (inUse.length > 0) throw conflict("list_in_use");
    await removeDomainList(tx, id);
  });
}
