import type { CampaignTemplate } from "@litfass/contract/campaigns/campaign-templates";
import type { Caller } from "@litfass/contract/kernel/roles";
import { targetingSchema } from "@litfass/contract/targeting/targeting";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { notFound } from "@litfass/platform/problem";
import { getReachableUser } from "../../targeting/index.ts";
import { namesOf } from "../../users/index.ts";
import {
  findTemplateRow,
  listTemplateRows,
  listTemplatesOfUser,
  listUidsOfTemplate,
  type TemplateList,
  type TemplateWithUsers,
} from "./campaign-template-sql.ts";

/** A template in the format of the API; missing settings have the defaults of a new campaign. */
export function presentTemplate(row: TemplateWithUsers): CampaignTemplate {
  const { id, name, settings, users, createdAt, updatedAt } = row;
  return {
    id,
    name,
    type: settings.type ?? "display",
    categories: settings.categories ?? [],
    line_of_business: settings.line_of_business ?? null,
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

export async function listTemplates(db: Executor, list: TemplateList) {
  const { rows, total } = await listTemplateRows(db, list);
  return { data: rows.map(presentTemplate), total };
}

/** @throws 404 for an unknown one. */
export async function getTemplate(db: Executor, id: number): Promise<TemplateWithUsers> {
  const row = await findTemplateRow(db, id);
  if (!row) throw notFound();
  return row;
}

/** The templates that a user may use (API-USER-019). */
export async function templatesOfUser(db: Executor, caller: Caller, uid: string) {
  await getReachableUser(db, caller, uid);
  return listTemplatesOfUser(db, uid);
}

/** The accessible users who may use a template. */
export async function usersOfTemplate(db: Executor, caller: Caller, id: number) {
  await getTemplate(db, id);
  const uids = await listUidsOfTemplate(db, caller, id);
  const names = await namesOf(db, uids);
  return uids.map((uid) => ({ uid, full_name: names.get(uid) ?? "" }));
}
