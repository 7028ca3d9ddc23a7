import type { Database } from "@litfass/platform/postgres/postgres";
import { type BannerDesign, designOf } from "../banner-design.ts";
import { listGroupsById } from "./group-sql.ts";
import { isTemplateName } from "./template-kit.ts";

/** The design with this name, which is a standard template's or the uuid of a group; null if unknown. */
export async function findDesign(db: Database, name: string): Promise<BannerDesign | null> {
  if (isTemplateName(name)) return designOf({ uuid: name, template: name, markup: null });
  // Standard templates have short names, so any other name must be a uuid.
  const [group] = name.includes("-") ? await listGroupsById(db, "", [name]) : [];
  return group ? designOf(group) : null;
}
