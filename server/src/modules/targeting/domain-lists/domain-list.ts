import type { AuditChange } from "@litfass/contract/kernel/audit";
import type { DomainList } from "@litfass/contract/targeting/audiences";
import type { Selection } from "../selecting-campaigns.ts";
import type { DomainListRow } from "../tables.ts";

/** The setting of a target group that selects lists of a kind. */
export const settingOf = { whitelist: "whitelists", blocklist: "blocklists" } as const;

/** A list in the form that campaigns select. */
export const selectionOf = ({ id, kind }: Pick<DomainListRow, "id" | "kind">): Selection => ({
  setting: settingOf[kind],
  ids: [id],
});

export const presentDomainList = ({ id, ownerUid, name, kind, domains }: DomainListRow): DomainList => ({
  id,
  owner: ownerUid,
  name,
  kind,
  domains,
});

export const auditSubjectOf = (id: number) => ({ type: "domain_list", id: String(id) });

/** The differences between two states of a list. For domains, the audit log stores additions and removals. */
export function domainListChanges(
  before: Pick<DomainListRow, "name" | "domains"> | null,
  after: Pick<DomainListRow, "name" | "domains"> | null,
): AuditChange[] {
  const only = (domains: string[] = [], others: string[] = []): string =>
    domains.filter((domain) => !others.includes(domain)).join(" ");
  const removed = only(before?.domains, after?.domains);
  const added = only(after?.domains, before?.domains);
  return [
    ...(before?.name === after?.name
      ? []
      : [{ field: "name", before: before?.name ?? null, after: after?.name ?? null }]),
    ...(removed === "" ? [] : [{ field: "domains_removed", before: removed, after: null }]),
    ...(added === "" ? [] : [{ field: "domains_added", before: null, after: added }]),
  ];
}
