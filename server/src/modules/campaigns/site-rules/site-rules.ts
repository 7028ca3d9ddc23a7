import type { Caller } from "@litfass/contract/kernel/roles";
import type { listKinds } from "@litfass/contract/targeting/audiences";
import type { SiteRule } from "@litfass/contract/targeting/site-rules";
import { targetingSchema } from "@litfass/contract/targeting/targeting";
import type { Database, Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { conflict } from "@litfass/platform/problem";
import { frozenSettings } from "../campaign.ts";
import { updateCampaignRow } from "../campaign-sql.ts";
import {
  domainListsById,
  insertDomainList,
  isNameTaken,
  removeDomainList,
  updateDomainList,
} from "../domain-lists/domain-list-sql.ts";
import { getCampaign, getCampaignForChange } from "../get-campaign.ts";
import { recordChange } from "../history/record-change.ts";
import { publish } from "../lifecycle/publish-campaign.ts";
import type { CampaignRow, DomainListRow } from "../tables.ts";
import { findCampaignList } from "./site-rule-sql.ts";

type Kind = (typeof listKinds)[number];
const settingOf = { whitelist: "whitelists", blocklist: "blocklists" } as const;
const mostDomains = 5000;

/** What the lists that a campaign chose say of each site. A list's domain covers those below it. */
export async function siteRulesOf(db: Database, caller: Caller, campaignId: number, sites: string[]) {
  const row = await getCampaign(db, caller, campaignId);
  const chosen = await chosenListsOf(db, row);
  return {
    has_whitelist: chosen.some(({ kind }) => kind === "whitelist"),
    editable: frozenSettings(row.status, ["targeting"]).length === 0,
    rules: sites.map((site) => ({ site, rule: ruleOf(chosen, site) })),
  };
}

async function chosenListsOf(db: Executor, row: CampaignRow): Promise<DomainListRow[]> {
  const { whitelists, blocklists } = targetingSchema.parse(row.targeting);
  return domainListsById(db, [...whitelists, ...blocklists]);
}

const covers = (list: DomainListRow, site: string): boolean =>
  list.domains.some((domain) => site === domain || site.endsWith(`.${domain}`));

function ruleOf(chosen: DomainListRow[], site: string): SiteRule {
  const named = (kind: Kind) => chosen.some((list) => list.kind === kind && covers(list, site));
  if (named("blocklist")) return "block";
  return named("whitelist") ? "allow" : "none";
}

/**
 * Allows or blocks one site in a campaign, or neither, on lists that belong to this campaign. Running delivery learns of
 * it. @throws 409 `campaign_started` where settings can no longer change, `site_on_shared_list` where a list that other
 * campaigns may share says otherwise, `list_full` at 5000 domains.
 */
export async function setSiteRule(
  db: Database,
  caller: Caller,
  campaignId: number,
  { site, rule }: { site: string; rule: SiteRule },
  now: Date,
): Promise<{ site: string; rule: SiteRule; before: SiteRule }> {
  return db.transaction(async (tx) => {
    const row = await getCampaignForChange(tx, caller, campaignId);
    if (frozenSettings(row.status, ["targeting"]).length > 0) throw conflict("campaign_started");
    const before = ruleOf(await chosenListsOf(tx, row), site);
    const whitelist = await changeOwnList(tx, row, "whitelist", site, rule === "allow", now);
    const blocklist = await changeOwnList(tx, row, "blocklist", site, rule === "block", now);
    const targeting = chooseLists(chooseLists(targetingSchema.parse(row.targeting), whitelist), blocklist);
    const saved = await updateCampaignRow(tx, row.id, { targeting }, now);
    // What is allowed here may be blocked by a list that the campaign shares with others.
    if (ruleOf(await chosenListsOf(tx, saved), site) !== rule) throw conflict("site_on_shared_list");
    await recordChange(tx, caller, row, saved, now);
    if (saved.status === "ACTIVE") await publish(tx, saved);
    return { site, rule, before };
  });
}

type OwnList = { kind: Kind; id: number | null; isEmpty: boolean };

async function changeOwnList(
  tx: Transaction,
  row: CampaignRow,
  kind: Kind,
  site: string,
  isOn: boolean,
  now: Date,
): Promise<OwnList> {
  const own = await findCampaignList(tx, row.id, kind);
  const others = (own?.domains ?? []).filter((domain) => domain !== site);
  const domains = isOn ? [...others, site] : others;
  if (domains.length > mostDomains) throw conflict("list_full");
  if (own) {
    if (domains.length === 0) await removeDomainList(tx, own.id);
    else await updateDomainList(tx, own.id, { name: own.name, domains, updatedAt: now });
    return { kind, id: own.id, isEmpty: domains.length === 0 };
  }
  if (!isOn) return { kind, id: null, isEmpty: true };
  const name = await freeName(tx, row, kind);
  const values = { ownerUid: row.ownerUid, kind, name, domains, campaignId: row.id, createdAt: now, updatedAt: now };
  return { kind, id: (await insertDomainList(tx, values)).id, isEmpty: false };
}

/** The campaign's name, which its owner knows, with its number where another list has it. */
async function freeName(tx: Transaction, row: CampaignRow, kind: Kind): Promise<string> {
  const name = row.name.slice(0, 60);
  const isTaken = await isNameTaken(tx, { ownerUid: row.ownerUid, kind, name });
  return isTaken || name === "" ? `${name} (${row.id})`.trim() : name;
}

function chooseLists<Targeting extends { whitelists: number[]; blocklists: number[] }>(
  targeting: Targeting,
  { kind, id, isEmpty }: OwnList,
): Targeting {
  if (id === null) return targeting;
  const others = targeting[settingOf[kind]].filter((each) => each !== id);
  return { ...targeting, [settingOf[kind]]: isEmpty ? others : [...others, id] };
}
