import type { CampaignTemplate, campaignTemplateEndpoints } from "@litfass/contract/campaigns/campaign-templates";
import type { Caller } from "@litfass/contract/kernel/roles";
import { targetingSchema } from "@litfass/contract/targeting/targeting";
import type { Database, Executor } from "@litfass/platform/postgres/postgres";
import { invalid, notFound } from "@litfass/platform/problem";
import type { z } from "zod";
import { namesOf } from "../../users/index.ts";
import { reachUser } from "../settings/advanced-settings.ts";
import { checkSettings } from "../settings/check-settings.ts";
import {
  countTemplates,
  findTemplateRow,
  insertTemplateRow,
  listTemplateRows,
  listTemplatesOfUser,
  listUidsOfTemplate,
  removeTemplateRow,
  replaceTemplatesOfUser,
  type TemplateList,
  type TemplateWithUsers,
  updateTemplateRow,
} from "./campaign-template-sql.ts";

type NewTemplate = z.output<NonNullable<typeof campaignTemplateEndpoints.createCampaignTemplate.body>>;
type TemplateChange = z.output<NonNullable<typeof campaignTemplateEndpoints.changeCampaignTemplate.body>>;

function present({ id, name, settings, users, createdAt, updatedAt }: TemplateWithUsers): CampaignTemplate {
  return {
    id,
    name,
    type: settings.type ?? "display",
    categories: settings.categories ?? [],
    language: settings.language ?? null,
    strategy: settings.strategy ?? "awareness",
    pacing: settings.pacing ?? "even",
    performance_goal: "CPM",
    targeting: targetingSchema.parse(settings.targeting ?? {}),
    feed_url: settings.feed_url ?? null,
    users,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

const asKnown = (row: TemplateWithUsers) => ({
  ownerUid: row.createdBy ?? "",
  targeting: row.settings.targeting ?? {},
  feedUrl: row.settings.feed_url ?? null,
});

export async function listTemplates(db: Database, list: TemplateList) {
  const { rows, total } = await listTemplateRows(db, list);
  return { data: rows.map(present), total };
}

export async function showTemplate(db: Executor, id: number): Promise<CampaignTemplate> {
  const row = await findTemplateRow(db, id);
  if (!row) throw notFound();
  return present(row);
}

/** Saves settings as a template (API-CAMP-025); categories, lists and audiences must exist. */
export async function createTemplate(
  db: Database,
  caller: Caller,
  { name, ...settings }: NewTemplate,
  now: Date,
): Promise<CampaignTemplate> {
  await checkSettings(db, caller, settings, null);
  const row = await insertTemplateRow(db, { name, settings, createdBy: caller.uid, createdAt: now, updatedAt: now });
  return present(row);
}

/** Saves what is given; campaigns that began with the template stay as they are. */
export async function changeTemplate(
  db: Database,
  caller: Caller,
  id: number,
  { name, ...change }: TemplateChange,
  now: Date,
): Promise<CampaignTemplate> {
  return db.transaction(async (tx) => {
    const row = await findTemplateRow(tx, id);
    if (!row) throw notFound();
    await checkSettings(tx, caller, change, asKnown(row));
    await updateTemplateRow(tx, id, { name, settings: { ...row.settings, ...change }, updatedAt: now });
    return showTemplate(tx, id);
  });
}

export async function deleteTemplate(db: Database, id: number): Promise<void> {
  if (!(await removeTemplateRow(db, id))) throw notFound();
}

/** The templates that a user may start a campaign from (API-USER-019). */
export async function templatesOfUser(db: Database, caller: Caller, uid: string) {
  await reachUser(db, caller, uid);
  return listTemplatesOfUser(db, uid);
}

/** Stores which templates a user may start from. 422 where one does not exist. */
export async function setTemplatesOfUser(db: Database, caller: Caller, uid: string, templateIds: number[]) {
  await reachUser(db, caller, uid);
  const ids = [...new Set(templateIds)];
  return db.transaction(async (tx) => {
    if ((await countTemplates(tx, ids)) < ids.length) throw invalid({ template_ids: ["rule.oneOf"] });
    await replaceTemplatesOfUser(tx, uid, ids);
    return listTemplatesOfUser(tx, uid);
  });
}

/** Who may start from a template, as far as the caller reaches. */
export async function usersOfTemplate(db: Database, caller: Caller, id: number) {
  if (!(await findTemplateRow(db, id))) throw notFound();
  const uids = await listUidsOfTemplate(db, caller, id);
  const names = await namesOf(db, uids);
  return uids.map((uid) => ({ uid, full_name: names.get(uid) ?? "" }));
}

/** The template a new campaign begins with: staff take any, others what was made available to them; else 422. */
export async function findTemplateFor(db: Executor, caller: Caller, id: number): Promise<TemplateWithUsers> {
  const row = await findTemplateRow(db, id);
  const isStaff = caller.role !== "customer" && caller.role !== "advanced_advertiser";
  const isShared = row !== null && (await listTemplatesOfUser(db, caller.uid)).some((each) => each.id === id);
  if (row === null || !(isStaff || isShared)) throw invalid({ template_id: ["template.not_yours"] });
  return row;
}
