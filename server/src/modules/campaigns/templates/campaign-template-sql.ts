import type { Caller } from "@litfass/contract/kernel/roles";
import { escapeLike } from "@litfass/platform/postgres/like";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { and, asc, count, desc, eq, ilike, inArray, sql } from "drizzle-orm";
import { uidsWithinReach } from "../../users/index.ts";
import {
  type CampaignTemplateRow,
  campaignTemplates,
  campaignTemplateUsers,
  type TemplateSettings,
} from "../tables.ts";

/** Templates belong to the installation; which of them a user may use is stored per user. */

export type TemplateWithUsers = CampaignTemplateRow & { users: number };
export type TemplateList = {
  page: number;
  per_page: number;
  search?: string | undefined;
  sort?: "name" | "created_at" | undefined;
  direction: "asc" | "desc";
};

const users = sql<number>`(select count(*)::int from ${campaignTemplateUsers}
  where ${campaignTemplateUsers.templateId} = ${campaignTemplates.id})`.mapWith(Number);
const columns = {
  id: campaignTemplates.id,
  name: campaignTemplates.name,
  settings: campaignTemplates.settings,
  createdBy: campaignTemplates.createdBy,
  createdAt: campaignTemplates.createdAt,
  updatedAt: campaignTemplates.updatedAt,
  users,
};

export async function listTemplateRows(
  db: Executor,
  list: TemplateList,
): Promise<{ rows: TemplateWithUsers[]; total: number }> {
  const where = list.search ? ilike(campaignTemplates.name, `%${escapeLike(list.search)}%`) : undefined;
  const column = list.sort === "name" ? sql`lower(${campaignTemplates.name})` : campaignTemplates.createdAt;
  const order = list.sort && list.direction === "asc" ? asc(column) : desc(column);
  const rows = await db
    .select(columns)
    .from(campaignTemplates)
    .where(where)
    .orderBy(order, desc(campaignTemplates.id))
    .limit(list.per_page)
    .offset((list.page - 1) * list.per_page);
  const [counted] = await db.select({ total: count() }).from(campaignTemplates).where(where);
  return { rows, total: counted?.total ?? 0 };
}

export async function findTemplateRow(db: Executor, id: number): Promise<TemplateWithUsers | null> {
  const [row] = await db.select(columns).from(campaignTemplates).where(eq(campaignTemplates.id, id));
  return row ?? null;
}

export async function insertTemplateRow(
  tx: WriteTransaction,
  values: typeof campaignTemplates.$inferInsert,
): Promise<TemplateWithUsers> {
  const [row] = await tx.insert(campaignTemplates).values(values).returning();
  return { ...(row as CampaignTemplateRow), users: 0 };
}

export async function updateTemplateRow(
  tx: WriteTransaction,
  id: number,
  values: { name?: string | undefined; settings: TemplateSettings; updatedAt: Date },
): Promise<void> {
  await tx.update(campaignTemplates).set(values).where(eq(campaignTemplates.id, id));
}

export async function deleteTemplateRow(tx: WriteTransaction, id: number): Promise<void> {
  await tx.delete(campaignTemplates).where(eq(campaignTemplates.id, id));
}

/** The templates that a user may use, by name. */
export const listTemplatesOfUser = (db: Executor, uid: string): Promise<{ id: number; name: string }[]> =>
  db
    .select({ id: campaignTemplates.id, name: campaignTemplates.name })
    .from(campaignTemplates)
    .innerJoin(campaignTemplateUsers, eq(campaignTemplateUsers.templateId, campaignTemplates.id))
    .where(eq(campaignTemplateUsers.userUid, uid))
    .orderBy(asc(sql`lower(${campaignTemplates.name})`), asc(campaignTemplates.id))
    .limit(200);

export async function countTemplates(db: Executor, ids: number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const [row] = await db.select({ total: count() }).from(campaignTemplates).where(inArray(campaignTemplates.id, ids));
  return row?.total ?? 0;
}

export async function replaceTemplatesOfUser(tx: WriteTransaction, uid: string, ids: number[]): Promise<void> {
  await tx.delete(campaignTemplateUsers).where(eq(campaignTemplateUsers.userUid, uid));
  if (ids.length > 0) {
    await tx.insert(campaignTemplateUsers).values(ids.map((templateId) => ({ templateId, userUid: uid })));
  }
}

/** Uids of the accessible users who may use a template. */
export async function listUidsOfTemplate(db: Executor, caller: Caller, id: number): Promise<string[]> {
  const rows = await db
    .select({ uid: campaignTemplateUsers.userUid })
    .from(campaignTemplateUsers)
    .where(and(eq(campaignTemplateUsers.templateId, id), uidsWithinReach(campaignTemplateUsers.userUid, caller)))
    .orderBy(asc(campaignTemplateUsers.userUid))
    .limit(500);
  return rows.map(({ uid }) => uid);
}
