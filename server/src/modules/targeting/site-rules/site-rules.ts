import type { SiteRule } from "@litfass/contract/targeting/site-rules";
import { type Targeting, targetingSchema } from "@litfass/contract/targeting/targeting";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { conflict } from "@litfass/platform/problem";
import { settingOf } from "../domain-lists/domain-list.ts";
import {
  deleteDomainListRow,
  domainListsById,
  insertDomainList,
  isNameTaken,
  lockCampaignList,
  updateDomainList,
} from "../domain-lists/domain-list-sql.ts";
import type { DomainListRow } from "../tables.ts";

type Kind = DomainListRow["kind"];
const maxDomains = 5000;
const maxNameLength = 60;

/** A campaign as far as its own lists need it. */
export type ListedCampaign = { id: number; ownerUid: string; name: string };

/** Determines from a target group's lists whether a site is allowed, blocked or not named. */
export type SiteRuleReader = { hasWhitelist: boolean; ruleOf(site: string): SiteRule };

/** Creates the lookup for a target group's lists. A domain covers its subdomains; a block overrides an allow. */
export async function readSiteRules(db: Executor, targeting: Partial<Targeting>): Promise<SiteRuleReader> {
  const { whitelists, blocklists } = targetingSchema.parse(targeting);
  const lists = await domainListsById(db, [...whitelists, ...blocklists]);
  const isOnList = (kind: Kind, site: string) => lists.some((list) => list.kind === kind && covers(list, site));
  return {
    hasWhitelist: lists.some(({ kind }) => kind === "whitelist"),
    ruleOf: (site) => (isOnList("blocklist", site) ? "block" : isOnList("whitelist", site) ? "allow" : "none"),
  };
}

const covers = (list: DomainListRow, site: string): boolean =>
  list.domains.some((domain) => site === domain || site.endsWith(`.${domain}`));

/**
 * Puts a site on one of the two lists that belong to the campaign, or on neither. Lists are created and deleted as
 * needed.
 * @returns the target group with the lists selected. @throws 409 `list_full` at 5000 domains.
 */
export async function setSiteOnOwnLists(
  tx: WriteTransaction,
  campaign: ListedCampaign,
  targeting: Targeting,
  { site, rule }: { site: string; rule: SiteRule },
  now: Date,
): Promise<Targeting> {
  const whitelist = await changeOwnList(tx, campaign, "whitelist", site, rule === "allow", now);
  const blocklist = await changeOwnList(tx, campaign, "blocklist", site, rule === "block", now);
  return selectList(selectList(targeting, whitelist), blocklist);
}

type OwnList = { kind: Kind; id: number | null; isEmpty: boolean };

async function changeOwnList(
  tx: WriteTransaction,
  campaign: ListedCampaign,
  kind: Kind,
  site: string,
  isOn: boolean,
  now: Date,
): Promise<OwnList> {
  const own = await lockCampaignList(tx, campaign.ownerUid, campaign.id, kind);
  const others = (own?.domains ?? []).filter((domain) => domain !== site);
  const domains = isOn ? [...others, site] : others;
  if (domains.length > maxDomains) throw conflict("list_full", "list.full");
  if (own) {
    if (domains.length === 0) await deleteDomainListRow(tx, own);
    else await updateDomainList(tx, own, { name: own.name, domains, updatedAt: now });
    return { kind, id: own.id, isEmpty: domains.length === 0 };
  }
  if (!isOn) return { kind, id: null, isEmpty: true };
  const { ownerUid, id: campaignId } = campaign;
  const name = await freeName(tx, campaign, kind);
  const list = await insertDomainList(tx, {
    ownerUid,
    kind,
    name,
    domains,
    campaignId,
    createdAt: now,
    updatedAt: now,
  });
  return { kind, id: list.id, isEmpty: false };
}

/** The campaign's name, followed by its number if another list has that name. */
async function freeName(tx: WriteTransaction, campaign: ListedCampaign, kind: Kind): Promise<string> {
  const name = campaign.name.slice(0, maxNameLength);
  const isTaken = await isNameTaken(tx, { ownerUid: campaign.ownerUid, kind, name });
  return isTaken || name === "" ? `${name} (${campaign.id})`.trim() : name;
}

function selectList(targeting: Targeting, { kind, id, isEmpty }: OwnList): Targeting {
  if (id === null) return targeting;
  const others = targeting[settingOf[kind]].filter((each) => each !== id);
  return { ...targeting, [settingOf[kind]]: isEmpty ? others : [...others, id] };
}
