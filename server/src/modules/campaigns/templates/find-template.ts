import type { Caller } from "@litfass/contract/kernel/roles";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { invalid } from "@litfass/platform/problem";
import { findTemplateRow, listTemplatesOfUser, type TemplateWithUsers } from "./campaign-template-sql.ts";

/** The template of a new campaign: staff may use any, other users those available to them; else 422. */
export async function findTemplateFor(db: Executor, caller: Caller, id: number): Promise<TemplateWithUsers> {
  const row = await findTemplateRow(db, id);
  const isStaff = caller.role !== "customer" && caller.role !== "advanced_advertiser";
  const isAvailable =
    row !== null && (isStaff || (await listTemplatesOfUser(db, caller.uid)).some((each) => each.id === id));
  if (!isAvailable) throw invalid({ template_id: ["template.not_yours"] });
  return row;
}
