import type { CreativeForms } from "@litfass/contract/creatives/creative-content";
import type { Language } from "@litfass/contract/kernel/language";
import type { Caller } from "@litfass/contract/kernel/roles";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { designOf } from "../banner-design.ts";
import type { CampaignFacts } from "../campaign-access.ts";
import { pictureNeed } from "../creative.ts";
import { missingFields } from "../studio/banner-content.ts";
import { creativeForms } from "../studio/creative-forms.ts";
import { readContent } from "../studio/read-content.ts";
import { type GroupRow, listGroupsById } from "./group-sql.ts";

/** The groups among these that every customer may use: active, shared and not empty. */
async function everybodysGroups(db: Executor, uuids: string[]): Promise<GroupRow[]> {
  const groups = await listGroupsById(db, "", uuids);
  return groups.filter(
    (group) => group.isActive && group.ownerUid === null && group.campaignId === null && group.creatives.length > 0,
  );
}

/** A group for several campaigns, with the fields its creatives still need. */
export type SharedGroup = { uuid: string; creativeIds: string[]; missing: { label: string; message: string }[] };

/** These groups by uuid with the content of one campaign; groups no longer offered are absent. */
export async function sharedGroups(
  db: Executor,
  campaignId: number,
  uuids: string[],
  lang: Language,
): Promise<Map<string, SharedGroup>> {
  const found = new Map<string, SharedGroup>();
  for (const group of await everybodysGroups(db, uuids)) {
    const design = designOf(group);
    const missing = design
      ? missingFields(await readContent(db, campaignId, design, lang), pictureNeed(design), lang)
      : [];
    found.set(group.uuid, { uuid: group.uuid, creativeIds: group.creatives.map(({ uuid }) => uuid), missing });
  }
  return found;
}

/** The forms of several groups with the content of one campaign, in the given order. */
export async function formsOfGroups(
  db: Executor,
  caller: Caller,
  campaign: CampaignFacts,
  uuids: string[],
): Promise<CreativeForms[]> {
  const forms: CreativeForms[] = [];
  for (const uuid of uuids) forms.push(withAllChosen(await creativeForms(db, caller, campaign, uuid)));
  return forms.filter(({ group }) => group !== null);
}

/** Campaigns that share a group use all its formats. */
const withAllChosen = (forms: CreativeForms): CreativeForms => ({
  ...forms,
  group: forms.group && {
    ...forms.group,
    creatives: forms.group.creatives.map((creative) => ({ ...creative, is_selected: true })),
  },
});
